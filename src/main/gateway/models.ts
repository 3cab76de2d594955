import { z } from 'zod'
import { type AppError, appError } from '../../shared/errors.ts'
import type { Result } from '../../shared/ipc/result.ts'
import { type Model, modelKind } from '../../shared/model.ts'
import type { Fetch } from '../platform.ts'
import { createClient, type GatewayAccess, readJson } from './client.ts'
import { toAppError } from './errors.ts'

const listBytesMax = 16 * 1024 * 1024

const entry = z.object({ id: z.string().min(1).max(300), owned_by: z.string().max(100).nullish().catch(null) })
const listBody = z.object({ data: z.array(z.unknown()) })

/** Asks for the models that the key may use, once. Entries that are not models are passed over. */
export async function fetchModels(
  access: GatewayAccess,
  io: { readonly fetch: Fetch; readonly signal?: AbortSignal; readonly timeoutMs: number },
): Promise<Result<readonly Model[]>> {
  try {
    const client = createClient(access, io.fetch)
    const response = await client.models
      .list({ timeout: io.timeoutMs, ...(io.signal ? { signal: io.signal } : {}) })
      .asResponse()
    const body = listBody.safeParse(await readJson(response, listBytesMax))
    if (!body.success) return no(appError('not_a_gateway', 'JSON without a model list', { status: response.status }))
    const models = new Map<string, Model>()
    for (const candidate of body.data.data) {
      const model = entry.safeParse(candidate).data
      if (model)
        models.set(model.id, { id: model.id, family: model.owned_by?.toLowerCase() ?? '', kind: modelKind(model.id) })
    }
    return { ok: true, value: [...models.values()] }
  } catch (cause) {
    const error = toAppError(cause, [access.apiKey])
    // there is no model in this request: a 404 means that the address is no gateway's
    return no(error.code === 'model_not_found' ? { ...error, code: 'not_a_gateway' } : error)
  }
}

function no(error: AppError): Result<never> {
  return { ok: false, error }
}
