import { z } from 'zod'
import { type AppError, appError } from '../../shared/errors.ts'
import type { Result } from '../../shared/ipc/result.ts'
import { type Model, modelKind } from '../../shared/model.ts'
import type { Clock, Fetch } from '../platform.ts'
import { createClient, type GatewayAccess, readJson } from './client.ts'
import { toAppError } from './errors.ts'

const listBytesMax = 16 * 1024 * 1024

const entry = z.object({ id: z.string().min(1).max(300), owned_by: z.string().max(100).nullish().catch(null) })
const listBody = z.object({ data: z.array(z.unknown()) })

/** The longest wait for the whole list, in ms. */
const timeoutMs = 20_000

/** Asks for the models that the key may use, once. Entries that are not models are passed over. */
export async function fetchModels(
  access: GatewayAccess,
  io: { readonly fetch: Fetch; readonly clock: Clock; readonly signal: AbortSignal },
): Promise<Result<readonly Model[]>> {
  // the SDK's own timer ends with the headers; a body can stall as well
  const late = new AbortController()
  const cancelTimer = io.clock.after(timeoutMs, () => late.abort())
  try {
    const client = createClient(access, io.fetch)
    const response = await client.models.list({ signal: AbortSignal.any([late.signal, io.signal]) }).asResponse()
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
    if (io.signal.aborted) return no(appError('cancelled'))
    if (late.signal.aborted) return no(appError('timeout', `no model list within ${timeoutMs} ms`))
    const error = toAppError(cause, [access.apiKey])
    // there is no model in this request: a 404 means that the address is no gateway's
    return no(error.code === 'model_not_found' ? { ...error, code: 'not_a_gateway' } : error)
  } finally {
    cancelTimer()
  }
}

function no(error: AppError): Result<never> {
  return { ok: false, error }
}
