import { modelKind } from '../../../../shared/model-kind.ts'
import { costOf, type Money, type Price, priceFor } from '../../../../shared/prices.ts'
import { usualTranscriber } from '../../../../shared/transcription-models.ts'
import { videoPriceFor } from '../../../../shared/video-prices.ts'

interface CallPriceParts {
  readonly toolId: string | null
  /** The arguments as JSON. */
  readonly text: string
  readonly connectionId: string
  /** Ids of the connection's models, in its order. */
  readonly models: readonly string[]
  readonly prices: readonly Price[]
  readonly videoPriceOf: Readonly<Record<string, number>>
}

/** Returns the model of a paid call, and its price if known. Null if the model cannot be determined. */
export function callPrice({ connectionId, models, prices, text, toolId, videoPriceOf }: CallPriceParts): {
  readonly model: string
  readonly cost: Money | null
  /** True if `cost` is for one minute: the length of a recording is known only after its analysis. */
  readonly isPerMinute?: true
} | null {
  if (toolId === 'builtin:transcribe_recording') return transcriptionPrice(connectionId, models, prices, fieldsOf(text))
  const isVideo = toolId === 'builtin:make_video'
  if (!isVideo && toolId !== 'builtin:make_image' && toolId !== 'builtin:edit_image') return null
  const { duration, model: asked, n } = fieldsOf(text)
  // which model edits by default is decided when the call runs
  const usual =
    toolId === 'builtin:edit_image' ? undefined : models.find((id) => modelKind(id) === (isVideo ? 'video' : 'image'))
  const model = typeof asked === 'string' ? asked : usual
  if (model === undefined) return null
  const price = isVideo
    ? videoPriceFor({ prices, videoPriceOf }, connectionId, model)
    : priceFor(prices, connectionId, model)
  const amounts = isVideo
    ? { videoMs: (typeof duration === 'number' ? duration : 5) * 1000 }
    : { images: typeof n === 'number' ? n : 1 }
  const nano = price === null ? null : costOf(amounts, price)
  return { model, cost: price === null || nano === null ? null : { currency: price.currency, nano } }
}

function transcriptionPrice(
  connectionId: string,
  models: readonly string[],
  prices: readonly Price[],
  { model: asked }: Readonly<Record<string, unknown>>,
): ReturnType<typeof callPrice> {
  const model = typeof asked === 'string' ? asked : usualTranscriber(models)
  if (model === undefined) return null
  const price = priceFor(prices, connectionId, model)
  const nano = price?.minute ?? null
  if (price === null || nano === null) return { model, cost: null }
  return { model, cost: { currency: price.currency, nano }, isPerMinute: true }
}

function fieldsOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}
