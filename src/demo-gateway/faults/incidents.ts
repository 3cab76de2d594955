import type { Exchange } from '../http/exchange.ts'
import { pause, waitForEver } from '../http/pause.ts'
import type { FaultName } from './fault-catalog.ts'

/** A fault that strikes in the middle of an answer. */
export interface Incident {
  readonly name: FaultName
  /** Number of tokens sent before it. */
  readonly after: number
  /** Applies the fault; resolves to whether the answer continues. */
  happen(): Promise<'go on' | 'over'>
}

/** Returns the connection faults in the middle of an answer, in order of position. */
export function incidentsOf(exchange: Exchange): Incident[] {
  const { faults } = exchange
  const incidents: Incident[] = []
  if (faults.has('stall')) {
    incidents.push({ name: 'stall', after: faults.number('stall', 'after') ?? 10, happen: () => stall(exchange) })
  }
  const resetAfter = faults.number('reset', 'after')
  if (resetAfter !== undefined) {
    incidents.push({ name: 'reset', after: resetAfter, happen: () => resetConnection(exchange) })
  }
  if (faults.has('early-close')) {
    const after = faults.number('early-close', 'after') ?? 10
    incidents.push({ name: 'early-close', after, happen: () => closeEarly(exchange) })
  }
  return incidents.toSorted((one, other) => one.after - other.after)
}

async function stall(exchange: Exchange): Promise<'go on'> {
  const ms = exchange.faults.number('stall', 'ms')
  const interval = exchange.faults.number('keep-alive', 'ms') ?? 1000
  const isStream = !exchange.response.hasHeader('content-length')
  const comments =
    exchange.faults.has('keep-alive') && isStream
      ? setInterval(() => exchange.response.write(': keep-alive\n\n'), Math.max(1, interval))
      : undefined
  try {
    if (ms === undefined) await waitForEver(exchange.signal)
    else await pause(ms, exchange.signal)
  } finally {
    clearInterval(comments)
  }
  return 'go on'
}

/** Resets the connection (RST) after a short delay, during which sent data can arrive. */
export async function resetConnection(exchange: Pick<Exchange, 'response' | 'record' | 'signal'>): Promise<'over'> {
  // A reset may make the client drop data that it has not read yet.
  await pause(30, exchange.signal)
  exchange.record.outcome = 'reset'
  exchange.response.socket?.resetAndDestroy()
  return 'over'
}

async function closeEarly(exchange: Exchange): Promise<'over'> {
  exchange.record.outcome = 'closed-early'
  // A body with an announced length can end early only by breaking the connection.
  const announced = exchange.response.hasHeader('content-length')
  if (announced || exchange.faults.textParam('early-close', 'hard') === 'true') {
    await pause(30, exchange.signal)
    exchange.response.socket?.end()
  } else exchange.response.end()
  return 'over'
}
