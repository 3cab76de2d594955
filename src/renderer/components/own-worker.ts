const own = new Set<string>()
let allowed = false

/**
 * Starts one of the page's own workers, by the URL that the build gives it (`./x.ts?worker&url`).
 *
 * The page's policy (trusted types) refuses every text that would become code. The default policy lets these scripts
 * through, as workers, and nothing else: markup and scripts stay refused, as it has no rules for them.
 */
export function startOwnWorker(url: string): Worker {
  own.add(url)
  if (!allowed) {
    allowed = true
    window.trustedTypes?.createPolicy('default', {
      createScriptURL: (asked) => {
        if (!own.has(asked)) throw new TypeError('not a script of ours')
        return asked
      },
    })
  }
  return new Worker(url, { type: 'module' })
}
