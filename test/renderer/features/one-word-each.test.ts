import { describe, expect, it } from 'vitest'
import { en } from '../../../src/renderer/platform/i18n/locales/en.ts'
import { zhCN } from '../../../src/renderer/platform/i18n/locales/zh-cn.ts'

describe.each([
  ['en', en],
  ['zh-CN', zhCN],
] as const)(
  'cards and filters use the same word, in %s, for',
  (_language, { chat, history, images, transcription, videos }) => {
    it('waiting work has the same word in cards and filters', () => {
      const queued = videos.group.waiting
      expect([videos.state.queued, images.queued, transcription.job.queued]).toEqual([queued, queued, queued])
      expect([videos.state.pending, videos.meaning.pending]).toEqual([images.goesOn, images.goesOn])
    })

    it('videos in progress have the same word in cards and filters', () => {
      const making = videos.group.running
      expect([videos.state.processing, videos.meaning.processing]).toEqual([making, making])
    })

    it('pinned chats have the same word in cards and filters, and favourites another', () => {
      expect(history.pinned).toBe(history.favourites)
      expect(history.favourites).toContain(chat.pinned)
      expect(history.favourites.toLowerCase()).toContain(images.favourites.toLowerCase())
    })
  },
)
