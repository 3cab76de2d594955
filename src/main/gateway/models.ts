import { z } from 'zod'
import { AppFailure, type ErrorCode } from '../../shared/errors.ts'
import type { Result } from '../../shared/ipc/result.ts'
import type { Model } from '../../shared/model.ts'
import { modelKind } from '../../shared/model-kind.ts'
import type { GatewayAccess } from './client.ts'
import { notAGateway, streamError } from './errors.ts'
import { answerTextOf, type ExchangeIo, exchange } from './exchange.ts'
import { failureInText } from './failure-in-answer.ts'
import { type Fields, isFields } from './liberal-fields.ts'
import { readLiberalJson } from './liberal-json.ts'
import type { Deadlines } from './request-watch.ts'

/** Far more than any gateway offers; the page receives all models at once. */
const modelsMax = 10_000
const listBytesMax = 16 * 1024 * 1024

const entry = z.object({ id: z.string().min(1).max(300), owned_by: z.string().max(100).nullish().catch(null) })

const listDeadlines: Deadlines = { headersMs: 20_000, silenceMs: 20_000, totalMs: 20_000 }

/**
 * `GET /v1/models` (gateway-api.md, Endpoints and Model list). Requests the key's models once. Skips entries that are
 * not models.
 */
export async function fetchModels(access: GatewayAccess, io: ExchangeIo): Promise<Result<readonly Model[]>> {
  const result = await exchange(access, io, {
    deadlines: listDeadlines,
    bytesMax: listBytesMax,
    send: (client, signal) => client.models.list({ signal }).asResponse(),
    decode: (answer) => {
      const text = answerTextOf(answer)
      const models = readModels(text)
      const failure = models === null || models.length === 0 ? failureInText(text) : null
      if (failure !== null) throw new AppFailure(streamError(failure, answer.secrets))
      if (models === null) throw new AppFailure(notAGateway(text, 'JSON without a model list'))
      return models
    },
  })
  // a 404 means that the address is not a gateway
  if (result.ok || !missing.has(result.error.code)) return result
  return { ok: false, error: { ...result.error, code: 'not_a_gateway' } }
}

/** Error codes that here mean a missing endpoint, because the request names no model. */
const missing: ReadonlySet<ErrorCode> = new Set(['model_not_found', 'endpoint_missing'])

/** Reads a list of models; null if the text is not one. */
export function readModels(text: string): readonly Model[] | null {
  const read = readLiberalJson(text)
  const list = read?.whole ? listIn(read.value) : null
  if (list === null) return null
  const models = new Map<string, Model>()
  for (const candidate of list) {
    if (models.size >= modelsMax) break
    const model = entryIn(candidate)
    if (model)
      models.set(model.id, { id: model.id, family: model.owned_by?.toLowerCase() ?? '', kind: modelKind(model.id) })
  }
  // a bare list counts as a list of models only if it holds some
  return models.size === 0 && !isFields(read?.value) ? null : [...models.values()]
}

/** Names of a list, and of objects around one, most reliable first. */
const listNames = ['data', 'models', 'model_list', 'list', 'items', 'results', 'result', 'records', 'rows'] as const
const wrapperNames = ['data', 'result', 'results', 'response', 'output', 'models'] as const

/**
 * Returns the list, which may be under another name, a level deeper, or an object with ids as keys. Null in its place
 * is an empty list, except in a refusal.
 */
function listIn(value: unknown, depth = 0): readonly unknown[] | null {
  if (Array.isArray(value)) return value
  if (!isFields(value)) return null
  const lists = listNames.map((name) => value[name]).filter((list): list is unknown[] => Array.isArray(list))
  const list = lists.find((one) => one.length > 0) ?? lists[0]
  if (list !== undefined) return list
  for (const name of wrapperNames) {
    const inner = value[name]
    if (!isFields(inner)) continue
    const found = (depth < 2 ? listIn(inner, depth + 1) : null) ?? namedEntries(inner)
    if (found !== null) return found
  }
  const isRefused = value.success === false || value.error != null
  return depth === 0 && 'data' in value && value.data === null && !isRefused ? [] : null
}

/** Returns the entries of models given as an object: each key is an id, unless the entry has its own. */
function namedEntries(models: Fields): readonly unknown[] | null {
  const entries = Object.entries(models)
  const isNamed =
    entries.length > 0 &&
    !('error' in models) &&
    entries.every(([, one]) => isFields(one) || one === true || one === null)
  if (!isNamed) return null
  return entries.map(([name, one]) => ({ ...(isFields(one) ? one : {}), id: (isFields(one) && idOf(one.id)) || name }))
}

function idOf(id: unknown): string | null {
  return typeof id === 'string' && id !== '' ? id : null
}

/** An id that requests do not accept: some lists number their entries, and name the model in another field. */
const rowId = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

/** Parses an entry, which some gateways write as the bare name, or under another field. */
function entryIn(candidate: unknown): z.infer<typeof entry> | undefined {
  if (typeof candidate === 'string') return entry.safeParse({ id: candidate }).data
  if (!isFields(candidate)) return undefined
  const { id, model, model_id, model_name, name } = candidate
  const isRow = typeof id === 'string' && rowId.test(id)
  const names = isRow ? [model, model_id, model_name, name, id] : [id, model, model_id, model_name, name]
  return entry.safeParse({ ...candidate, id: names.find((one) => one != null) }).data
}
