import { afterEach, beforeEach, expect, test } from 'vitest'
import { favouritePromptsMax } from '../../../../src/shared/image-kinds.ts'
import { imageRequest, StudioUnderTest } from '../../../fakes/studio.ts'

let studio: StudioUnderTest
beforeEach(async () => {
  studio = await StudioUnderTest.open()
})
afterEach(() => studio.close())

const prompts = () => studio.call('images.prompts', {})
const mark = (prompt: string, favourite = true) => studio.call('images.setFavouritePrompt', { prompt, favourite })

test('earlier prompts are listed once, newest first, without favourites and deleted images', async () => {
  const jobs = []
  for (const prompt of ['a harbour', 'a bridge', 'a harbour', 'a secret'])
    jobs.push(await studio.run(imageRequest({ prompt })))
  expect(await prompts()).toEqual({ favourites: [], earlier: ['a secret', 'a harbour', 'a bridge'] })
  const imageIds = jobs[3]?.outcomes.flatMap(({ imageId }) => imageId ?? []) ?? []
  await studio.call('images.delete', { imageIds })
  await mark('a bridge')
  await studio.reopen()
  expect(await prompts()).toEqual({ favourites: ['a bridge'], earlier: ['a harbour'] })
  await studio.call('images.restore', { imageIds })
  expect((await mark('a bridge', false)).earlier).toEqual(['a secret', 'a harbour', 'a bridge'])
})

test('favourites are kept newest first, each once, up to their limit', async () => {
  for (let index = 0; index < favouritePromptsMax; index += 1) await mark(`prompt ${index}`)
  expect(await studio.refusal('images.setFavouritePrompt', { prompt: 'one more', favourite: true })).toBe(
    'invalid_input',
  )
  const { favourites } = await mark('prompt 0')
  expect([favourites.length, favourites[0]]).toEqual([favouritePromptsMax, 'prompt 0'])
})
