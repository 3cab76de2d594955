import { z } from 'zod'
import { type AppError, appError } from '../../shared/errors.ts'
import type { Result } from '../../shared/ipc/result.ts'
import type { Model } from '../../shared/model.ts'
import { modelKind } from '../../shared/model-kind.ts'
import type { Clock, Fetch } from '../platform.ts'
import type { GatewayAccess } from './client.ts'
import { exchange } from './exchange.ts'
import { readLiberalJson } from './liberal-json.ts'
import type { Deadlines } from './request-watch.ts'

/** No gateway offers as many; the page is told of all of them at once. */
const modelsMax = 10_000
const listBytesMax = 16 * 1024 * 1024

const entry = z.object({ id: z.string().min(1).max(300), owned_by: z.string().max(100).nullish().catch(null) })
const listBody = z.object({ data: z.array(z.unknown()) })

const listDeadlines: Deadlines = { headersMs: 20_000, silenceMs: 20_000, totalMs: 20_000 }

/** Asks for the models that the key may use, once. Entries that are not models are passed over. */
export async function fetchModels(
  access: GatewayAccess,
  io: { readonly fetch: Fetch; readonly clock: Clock; readonly signal: AbortSignal; readonly deadlines?: Deadlines },
): Promise<Result<readonly Model[]>> {
  const answer = await exchange(access, { deadlines: listDeadlines, ...io, bytesMax: listBytesMax }, (client, signal) =>
    client.models.list({ signal }).asResponse(),
  )
  if (!answer.ok) {
    // there is no model in this request: a 404 means that the address is no gateway's
    return no(answer.error.code === 'model_not_found' ? { ...answer.error, code: 'not_a_gateway' } : answer.error)
  }
  const { body, status } = answer.value
  const text = new TextDecoder().decode(body)
  if (text.trim() === '') return no(appError('empty_answer', 'the answer was empty', { status }))
  const models = readModels(text)
  if (models !== null) return { ok: true, value: models }
  const isPage = /^\s*<(!doctype|html)/i.test(text)
  return no(appError('not_a_gateway', isPage ? 'an HTML page' : 'JSON without a model list', { status }))
}

/** Reads a list of models; null where it is none. */
export function readModels(text: string): readonly Model[] | null {
  const read = readLiberalJson(text)
  const list = read?.whole ? listBody.safeParse(read.value).data : undefined
  if (list === undefined) return null
  const models = new Map<string, Model>()
  for (const candidate of list.data) {
    if (models.size >= modelsMax) break
    const model = entry.safeParse(candidate).data
    if (model)
      models.set(model.id, { id: model.id, family: model.owned_by?.toLowerCase() ?? '', kind: modelKind(model.id) })
  }
  return [...models.values()]
}

function no(error: AppError): Result<never> {
  return { ok: false, error }
}
