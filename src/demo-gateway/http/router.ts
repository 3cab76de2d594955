import type { Endpoint, Exchange } from './exchange.ts'
import { GatewayError } from './gateway-error.ts'

export interface Route {
  readonly method: 'GET' | 'POST'
  /** An exact path, or one ending in `/*`, which matches any non-empty rest. */
  readonly path: string
  readonly endpoint: Endpoint
}

/** Finds the endpoint of a request. Throws a 404, or a 405 that lists the allowed methods. */
export function findRoute(routes: readonly Route[], exchange: Exchange): { endpoint: Endpoint; parameter: string } {
  const matches = routes.flatMap((route) => {
    const parameter = match(route.path, exchange.path)
    return parameter === undefined ? [] : [{ route, parameter }]
  })
  // An exact path wins over one with a parameter.
  const found =
    matches.find(({ route, parameter }) => route.method === exchange.method && parameter === '') ??
    matches.find(({ route }) => route.method === exchange.method)
  if (found) return { endpoint: found.route.endpoint, parameter: found.parameter }
  const [first] = matches
  if (first) {
    throw new GatewayError(405, 'method_not_allowed', `${exchange.method} is not allowed here.`, {
      headers: { allow: matches.map(({ route }) => route.method).join(', ') },
    })
  }
  throw new GatewayError(404, 'not_found', `There is nothing at ${exchange.method} ${exchange.path}.`)
}

function match(pattern: string, path: string): string | undefined {
  if (!pattern.endsWith('/*')) return pattern === path ? '' : undefined
  const prefix = pattern.slice(0, -1)
  return path.startsWith(prefix) && path.length > prefix.length ? path.slice(prefix.length) : undefined
}
