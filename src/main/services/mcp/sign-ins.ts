import type { McpSignInProblem } from '../../../shared/mcp.ts'
import type { Ports } from '../../platform.ts'
import type { StoredServer } from '../../storage/mcp-servers.ts'
import type { SignedIn } from './server-tokens.ts'

/** Time after which an unfinished sign-in ends, in ms. */
export const signInMs = 5 * 60_000

export interface SignInsParts extends Pick<Ports, 'clock' | 'fetch' | 'linkFetch'> {
  /** Keeps the outcome, and starts the server with it. */
  readonly signedIn: (server: StoredServer, outcome: SignedIn) => Promise<void>
  readonly onSignInsChanged: () => void
}

/** A server's sign-in as the page sees it. */
export interface SignInView {
  /** Host of the page that waits for the user; empty if there is none. */
  readonly host: string
  readonly problem: McpSignInProblem | null
  /** Subject of the problem, such as a host. */
  readonly detail: string
}

const nothing: SignInView = { host: '', problem: null, detail: '' }

/** The sign-ins that wait for the user's browser: at most one for each server. */
export class SignIns {
  private readonly parts: SignInsParts
  private readonly views = new Map<string, SignInView>()
  private readonly open = new Map<string, AbortController>()

  constructor(parts: SignInsParts) {
    this.parts = parts
  }

  view(id: string): SignInView {
    return this.views.get(id) ?? nothing
  }

  /**
   * Begins a sign-in and resolves to the address for the user's browser. Resolves to null if it failed; the view has
   * the reason. Cancels an earlier sign-in of the server.
   */
  async beginSignIn(server: StoredServer, scope: string): Promise<string | null> {
    this.cancelSignIn(server.id)
    const { clock, fetch, linkFetch, signedIn } = this.parts
    const ending = new AbortController()
    this.open.set(server.id, ending)
    const { beginSignIn, SignInFailure } = await import('./launches.ts')
    const failed = (cause: unknown): void => {
      if (this.open.get(server.id) !== ending) return
      const failure = cause instanceof SignInFailure ? cause : new SignInFailure('failed')
      this.close(server.id, { host: '', problem: failure.problem, detail: failure.message })
    }
    const undo = clock.after(signInMs, () => {
      failed(new SignInFailure('expired'))
      ending.abort()
    })
    try {
      const { address, finished } = await beginSignIn({
        url: server.url,
        scope,
        fetch,
        linkFetch,
        signal: ending.signal,
      })
      void finished
        .finally(undo)
        .then(async (outcome) => {
          if (this.open.get(server.id) !== ending) return
          await signedIn(server, outcome)
          this.close(server.id, nothing)
        })
        .catch(failed)
      this.show(server.id, { host: address.host, problem: null, detail: '' })
      return address.href
    } catch (cause) {
      undo()
      failed(cause)
      return null
    }
  }

  /** Ends the sign-in of a server, if there is one, and forgets its outcome. */
  cancelSignIn(id: string): void {
    this.open.get(id)?.abort()
    this.close(id, nothing)
  }

  closeAll(): void {
    for (const ending of this.open.values()) ending.abort()
    this.open.clear()
    this.views.clear()
  }

  private close(id: string, view: SignInView): void {
    this.open.delete(id)
    if (view !== nothing || this.views.has(id)) this.show(id, view)
  }

  private show(id: string, view: SignInView): void {
    if (view === nothing) this.views.delete(id)
    else this.views.set(id, view)
    this.parts.onSignInsChanged()
  }
}
