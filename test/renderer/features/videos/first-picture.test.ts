import { beforeEach, expect, it, vi } from 'vitest'
import { removePicture, takePicture } from '../../../../src/renderer/features/videos/first-picture.ts'
import { takesFirstPicture } from '../../../../src/renderer/features/videos/target.ts'
import { useVideos, videos } from '../../../../src/renderer/features/videos/videos-store.ts'
import { startAppState } from '../../../../src/renderer/platform/app-store.ts'
import type { Connection } from '../../../../src/shared/connection.ts'
import type { MediaItem } from '../../../../src/shared/media.ts'
import { defaultSettings } from '../../../../src/shared/settings.ts'

const picture = (letter: string): MediaItem => ({
  ...{ id: letter.repeat(64), mime: 'image/png', bytes: 9 },
  ...{ width: 3, height: 2 },
})

/** Answers of main to `images.prepareSource`, by the id of the picture. */
const answers = new Map<string, PromiseWithResolvers<unknown>>()

function start(firstPicture?: Connection['firstPicture']): void {
  const connection: Connection = {
    ...{ id: 'c', name: 'Gateway', baseUrl: 'https://gateway.example', kind: 'gateway' },
    key: { kept: 'none', lastFour: null },
    ...{ allowInsecure: false, createdAt: 0, firstPicture },
  }
  startAppState({
    info: {
      ...{ version: '0', shell: 'browser', platform: 'linux', mediaBase: '/', dataFolder: '', notices: [] },
      locale: 'en',
    },
    settings: defaultSettings,
    connections: { connections: [connection], defaultId: 'c', keychain: { available: true, reason: null } },
    notices: [],
    connected: true,
  })
}

beforeEach(() => {
  answers.clear()
  useVideos.setState(({ form }) => ({
    form: { ...form, firstPicture: null },
    preparing: null,
    pictureError: null,
  }))
  const call = async (name: string, input: { readonly from?: { readonly mediaId: string } }) => {
    const id = input.from?.mediaId
    if (name !== 'images.prepareSource' || id === undefined) return { ok: true, value: null }
    const answer = Promise.withResolvers<unknown>()
    answers.set(id, answer)
    return await answer.promise
  }
  vi.stubGlobal('window', { bridge: { call } })
})

it('pictures are taken only by a connection that takes their bytes', () => {
  start()
  expect(takesFirstPicture()).toBe(false)
  start({ field: 'image', way: 'link' })
  expect(takesFirstPicture()).toBe(false)
  start({ field: 'image', way: 'data' })
  expect(takesFirstPicture()).toBe(true)
})

it('the last chosen picture is used, even if an earlier one takes longer', async () => {
  const [first, last] = [takePicture(picture('a')), takePicture(picture('b'))]
  answers.get('b'.repeat(64))?.resolve({ ok: true, value: picture('b') })
  await last
  answers.get('a'.repeat(64))?.resolve({ ok: true, value: picture('a') })
  await first
  expect(videos().form.firstPicture).toEqual(picture('b'))
  expect(videos().preparing).toBeNull()
})

it('a refused picture is reported, and the earlier one stays', async () => {
  useVideos.setState(({ form }) => ({ form: { ...form, firstPicture: picture('a') } }))
  const taking = takePicture(picture('b'))
  answers.get('b'.repeat(64))?.resolve({ ok: false, error: { code: 'source_too_large', detail: '' } })
  await taking
  expect(videos().pictureError?.code).toBe('source_too_large')
  expect(videos().form.firstPicture).toEqual(picture('a'))
})

it('a picture removed while it is prepared stays removed', async () => {
  const taking = takePicture(picture('a'))
  removePicture()
  answers.get('a'.repeat(64))?.resolve({ ok: true, value: picture('a') })
  await taking
  expect(videos().form.firstPicture).toBeNull()
})
