/** Handles the event of one block of rows of Redshift. Resolves to the reply in JSON. */
export type RedshiftHandler = (event: unknown) => Promise<string>;

/**
 * Creates a handler for a function.
 * @param settings the parameters of `POST /remote/redshift` as a query, such as `returns=lat,lon&context=NLD`
 */
export function createHandler(settings: string): RedshiftHandler;

/** The handler whose settings are in the environment variable MAPCODED_REMOTE_FUNCTION; `returns=local` without it. */
export const handler: RedshiftHandler;
