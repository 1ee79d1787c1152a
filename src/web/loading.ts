const loading = new Map<string, Promise<unknown>>();

/** Loads and reads a file once, however often it is wanted. A failure is forgotten: the next use tries again. */
export function load<Content>(url: string, read: (response: Response) => Promise<Content>) {
  const started = loading.get(url) as Promise<Content> | undefined;
  if (started) return started;
  const next = fetch(url).then((response) => {
    if (response.ok) return read(response);
    throw new Error(`${url} cannot be loaded (${response.status}).`);
  });
  loading.set(url, next);
  next.catch(() => loading.delete(url));
  return next;
}
