import { createHash } from 'node:crypto'
import type { StoredCall } from '../../storage/tool-calls.ts'

/** Ids of calls that every gateway accepts. OpenAI allows 40 characters; others refuse dots and colons. */
const accepted = /^[a-zA-Z0-9_-]{1,40}$/

/**
 * Returns the id under which a request sends a call and its result. `isSame`: it goes to the connection and model that
 * made it.
 */
export type SentCallId = (call: Pick<StoredCall, 'id' | 'callId'>, isSame: boolean) => string

/**
 * Returns ids for the calls of one request, each used once. A call keeps the id that its model gave it. It gets one of
 * Atelier's own ids if that id is already used, or if another model's gateway would refuse it.
 */
export function sentCallIds(): SentCallId {
  const used = new Set<string>()
  return ({ callId, id }, isSame) => {
    const isKept = (isSame || accepted.test(callId)) && !used.has(callId)
    const sent = isKept ? callId : ownCallId(id)
    used.add(sent)
    return sent
  }
}

/**
 * Returns Atelier's own id of a call. It is derived from the row's id and never changes, so that gateways can use their
 * caches.
 */
export function ownCallId(id: string): string {
  const digits = uuid.test(id) ? id.replaceAll('-', '') : createHash('sha256').update(id).digest('hex').slice(0, 32)
  return `call_${digits}`
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
