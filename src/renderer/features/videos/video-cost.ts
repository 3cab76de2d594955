import type { Money } from '../../../shared/prices.ts'
import type { VideoRequest } from '../../../shared/video.ts'
import { videoCost, videoPriceFor } from '../../../shared/video-prices.ts'
import { appState, useApp } from '../../platform/app-store.ts'
import { useMoney } from '../../platform/money-store.ts'

type Priced = Pick<VideoRequest, 'connectionId' | 'model' | 'duration'>

/** Returns the cost of `count` videos of a request at current prices; null if no price is known. */
export function costOfVideos({ connectionId, duration, model }: Priced, count: number): Money | null {
  const { videoPriceOf } = appState().settings
  return videoCost(
    videoPriceFor({ prices: useMoney.getState().prices, videoPriceOf }, connectionId, model),
    duration * count,
  )
}

/** Returns the cost of videos for a component; null if no price is known. */
export function useCostOfVideos({ connectionId, duration, model }: Priced, count = 1): Money | null {
  const prices = useMoney((state) => state.prices)
  const videoPriceOf = useApp((state) => state.settings.videoPriceOf)
  return videoCost(videoPriceFor({ prices, videoPriceOf }, connectionId, model), duration * count)
}
