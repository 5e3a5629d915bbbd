// What positions are worth: node service.mjs PROGRAM POSITION ...
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const [program, ...positions] = process.argv.slice(2);
const service = spawn(program, ["serve", "--book", "none"], { stdio: ["pipe", "pipe", "inherit"] });
let queue = 0, next = 0, open = 0;
function ask() {
  for (; open < queue && next < positions.length; next++, open++) {
    const request = { id: next, action: "analyze", text: positions[next], depth: 8, best: 1 };
    service.stdin.write(JSON.stringify(request) + "\n");
  }
  if (next === positions.length) service.stdin.end();
}
for await (const line of createInterface({ input: service.stdout })) {
  const answer = JSON.parse(line);
  if (answer.type === "ready") queue = answer.queue;
  else open--;
  if (answer.type === "result") console.log(positions[answer.id], answer.result.moves[0].move, answer.result.moves[0].score);
  if (answer.type === "error") console.log(positions[answer.id], answer.error.code, answer.error.message);
  ask();
}
