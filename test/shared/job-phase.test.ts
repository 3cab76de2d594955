import { expect, it } from 'vitest'
import { imageJobStatuses } from '../../src/shared/image.ts'
import { hasEnded, isUnderWay, needsAttention } from '../../src/shared/job-phase.ts'
import { transcriptionStatuses } from '../../src/shared/transcript.ts'
import { videoStatuses } from '../../src/shared/video.ts'

const kinds = { image: imageJobStatuses, transcription: transcriptionStatuses, video: videoStatuses }

it.each(Object.entries(kinds))('knows the ended statuses of a %s job', (kind, statuses) => {
  const expired = kind === 'video' ? ['expired'] : []
  expect(statuses.filter(hasEnded).toSorted()).toEqual(['cancelled', 'done', ...expired, 'failed', 'unknown'])
  expect(statuses.filter(needsAttention).toSorted()).toEqual([...expired, 'failed', 'unknown'])
})

it.each(Object.entries(kinds))('counts every other status of a %s job as active, except a pause', (_kind, statuses) => {
  const others = statuses.filter((status) => !hasEnded(status) && status !== 'paused')
  expect(statuses.filter(isUnderWay)).toEqual(others)
})
