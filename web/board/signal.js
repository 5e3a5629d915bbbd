/* A list of functions that are called when something has happened. */
export class Signal {
  #calls = [];
  on(call) { this.#calls.push(call); }
  emit(value) { for (const call of this.#calls) call(value); }
}
