/* The engine, which begins before anything is drawn: its Worker runs beside the page, which takes a
 * quarter of a second. main.ts imports this first. */
import { EngineHost } from "./engine";

const MOST_WAIT_MS = 50;
export const host = new EngineHost(new URL("engine/", document.baseURI));
await Promise.race([host.begun, new Promise((resolve) => setTimeout(resolve, MOST_WAIT_MS))]);
