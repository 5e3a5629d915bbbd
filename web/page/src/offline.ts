/* The service worker: keeps the page for use without a network, and tells of a new version. */
import { byId } from "./dom";
import { isOneFile } from "./inside";

export async function workOffline(said: () => void): Promise<void> {
  if (isOneFile() || !("serviceWorker" in navigator) || !window.isSecureContext) return;
  try {
    const isFirst = navigator.serviceWorker.controller === null;
    const registration = await navigator.serviceWorker.register("sw.js");
    const offer = (worker: ServiceWorker | null): void => {
      if (!worker || !navigator.serviceWorker.controller) return;
      const button = byId<HTMLButtonElement>("update");
      button.hidden = false;
      button.onclick = () => {
        navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
        worker.postMessage("use");
      };
    };
    offer(registration.waiting);
    registration.addEventListener("updatefound", () => {
      const worker = registration.installing;
      worker?.addEventListener("statechange", () => { if (worker.state === "installed") offer(worker); });
    });
    await navigator.serviceWorker.ready;
    document.documentElement.dataset.offline = "ready";
    if (isFirst) said();
  } catch {
    /* Without it the page needs the network at each start, and nothing else changes. */
  }
}
