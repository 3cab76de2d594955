import { call } from '../../platform/bridge/client.ts'
import { tellError } from '../../platform/errors/tell-error.ts'
import { setSelecting } from './gallery-actions.ts'
import { useStudio } from './studio-store.ts'

/** Shows two images under one slider; nothing for any other number. */
export async function comparePair(imageIds: readonly string[]): Promise<void> {
  const [one, other] = imageIds
  if (one === undefined || other === undefined || imageIds.length !== 2) return
  const [left, right] = await Promise.all([
    call('images.get', { imageId: one }),
    call('images.get', { imageId: other }),
  ])
  if (!left.ok) return tellError(left.error)
  if (!right.ok) return tellError(right.error)
  setSelecting(false)
  useStudio.setState({ view: { kind: 'pair', left: left.value.summary, right: right.value.summary } })
}
