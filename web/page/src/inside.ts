/* The page as one file (one.mjs): the engine's files are inside it in base64, others than modules with gzip. */
const parts = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>("[data-file]")];

export const isOneFile = (): boolean => parts().length > 0;

/* A Worker of a page from disk can load modules from data: alone. */
async function place(name: string, text: string): Promise<URL> {
  if (name.endsWith(".mjs")) return new URL("data:text/javascript;base64," + text);
  const { body } = await fetch("data:;base64," + text);
  const file = new Response(body!.pipeThrough(new DecompressionStream("gzip")));
  return new URL(URL.createObjectURL(await file.blob()));
}

/** By name, where each can be read from; none if the files are beside the page. */
export async function filesInside(): Promise<Map<string, URL>> {
  return new Map(await Promise.all(parts().map(async (part): Promise<[string, URL]> =>
    [part.dataset.file!, await place(part.dataset.file!, part.textContent!)])));
}
