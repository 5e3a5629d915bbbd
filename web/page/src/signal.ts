/* A list of functions that are called when something has happened. */
export class Signal<T = void> {
  private readonly calls: ((value: T) => void)[] = [];
  on(call: (value: T) => void): void {
    this.calls.push(call);
  }
  emit(value: T): void {
    for (const call of this.calls) call(value);
  }
}
