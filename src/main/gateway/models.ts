import { z } from 'zod'
import { AppFailure } from '../../shared/errors.ts'
import type { Result } from '../../shared/ipc/result.ts'
import type { Model } from '../../shared/model.ts'
import { modelKind } from '../../shared/model-kind.ts'
import type { GatewayAccess } from './client.ts'
import { notAGateway } from './errors.ts'
import { type ExchangeIo, exchange, textOf } from './exchange.ts'
import { readLiberalJson } from './liberal-json.ts'
import type { Deadlines } from './request-watch.ts'

/** Far more than any gateway offers; the page receives all models at once. */
const modelsMax = 10_000
const listBytesMax = 16 * 1024 * 1024

const entry = z.object({ id: z.string().min(1).max(300), owned_by: z.string().max(100).nullish().catch(null) })
const listBody = z.object({ data: z.array(z.unknown()) })

const listDeadlines: Deadlines = { headersMs: 20_000, silenceMs: 20_000, totalMs: 20_000 }

/**
 * `GET /v1/models` (gateway-api.md, Endpoints and Model list). Asks once for the models that the key may use. Skips
 * entries that are not models.
 */
export async function fetchModels(access: GatewayAccess, io: ExchangeIo): Promise<Result<readonly Model[]>> {
  const result = await exchange(access, io, {
    deadlines: listDeadlines,
    bytesMax: listBytesMax,
    send: (client, signal) => client.models.list({ signal }).asResponse(),
    decode: (answer) => {
      const text = textOf(answer)
      const models = readModels(text)
      if (models === null) throw new AppFailure(notAGateway(text, 'JSON without a model list'))
      return models
    },
  })
  // the request names no model, so a 404 means that the address is no gateway
  if (result.ok || result.error.code !== 'model_not_found') return result
  return { ok: false, error: { ...result.error, code: 'not_a_gateway' } }
}

/** Reads a list of models; null when the text is none. */
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
