const own = new Set<string>()
let allowed = false

/**
 * Starts one of the page's own workers by its build URL (`./x.ts?worker&url`).
 *
 * The page's policy (trusted types) refuses every text used as code. The default policy accepts these worker scripts
 * and nothing else.
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
