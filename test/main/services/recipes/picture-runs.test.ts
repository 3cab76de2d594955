import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { MediaItem } from '../../../../src/shared/media.ts'
import { Cook, demoPrices, filming, picturing, recipeOf, transcribing, writing } from '../../../fakes/recipes.ts'
import { Recorder, wav } from '../../../fakes/recordings.ts'
import { png, StudioUnderTest } from '../../../fakes/studio.ts'

const seeing = 'demo-chat-vision'

let studio: StudioUnderTest
let cook: Cook
beforeEach(async () => {
  studio = await StudioUnderTest.open()
  cook = new Cook(studio)
  await studio.call('prices.put', { prices: [...demoPrices] })
})
afterEach(async () => await studio.close())

const prepared = async (): Promise<MediaItem> => {
  const token = studio.file(await png(48, 32, () => [10, 40, 90, 255]))
  return await studio.call('images.prepareSource', { from: { kind: 'file', token } })
}
const pictureInput = ({ id }: MediaItem, imageId: string | null = null) =>
  ({ kind: 'picture', mediaId: id, imageId, name: 'A pier' }) as const
const takeFirstPictures = () =>
  studio.call('connections.setFirstPicture', {
    id: 'environment',
    firstPicture: { field: 'image', way: 'data' },
  })
const placeOf = (run: Awaited<ReturnType<Cook['runWithId']>>, position: number) => run.steps[position]?.place?.id ?? ''

describe('a run on a picture', () => {
  test('changes it, then gives each step the last picture until there is a text', async () => {
    await takeFirstPictures()
    const media = await prepared()
    const recipe = recipeOf(picturing('Make it night'), filming('The boat leaves'), writing('Describe it', seeing), {
      ...picturing('A poster'),
    })
    const run = await cook.until((await cook.run(recipe, pictureInput(media))).id)
    expect(run).toMatchObject({ status: 'done', inputName: 'A pier' })
    const edited = await studio.call('images.get', { imageId: placeOf(run, 0) })
    expect(edited.request).toMatchObject({ prompt: 'Make it night', edit: { sourceId: media.id, maskId: null } })
    const film = await studio.call('videos.get', { jobId: placeOf(run, 1) })
    expect(film.job.request.prompt).toBe('The boat leaves')
    const chat = await studio.call('chat.open', { conversationId: placeOf(run, 2), limit: 10 })
    const [question, answer] = chat.page.messages
    expect(question?.text).toBe('Describe it')
    expect(question?.attachments.map(({ id }) => id)).toEqual([edited.summary.media.id])
    expect(film.job.firstPicture?.id).toBe(edited.summary.media.id)
    const poster = await studio.call('images.get', { imageId: placeOf(run, 3) })
    expect(poster.request).toMatchObject({ prompt: `A poster\n\n${answer?.text}`, edit: null })
  })

  test('keeps the lineage of an image of the gallery', async () => {
    const first = await cook.until((await cook.onText(recipeOf(picturing('a pier')))).id)
    const { summary } = await studio.call('images.get', { imageId: placeOf(first, 0) })
    const recipe = recipeOf(picturing('Make it night'), picturing('Make it rain'))
    const { id } = await cook.run(recipe, pictureInput(summary.media, summary.id))
    const run = await cook.until(id)
    const last = await studio.call('images.get', { imageId: placeOf(run, 1) })
    expect(last.ancestors.map((image) => image.id)).toEqual([placeOf(run, 0), summary.id])
  })

  test('keeps its picture over a restart, and a step that was refused gets it again', async () => {
    const media = await prepared()
    const recipe = recipeOf(picturing('Make it night', 'demo-image-free+fail;status=400'))
    const { id } = await cook.run(recipe, pictureInput(media))
    expect((await cook.until(id)).status).toBe('attention')
    await studio.reopen()
    const target = { connectionId: 'environment', model: 'demo-image-free' }
    await studio.call('recipes.retry', { runId: id, position: 0, attempts: 1, target })
    const run = await cook.until(id)
    expect(run.status).toBe('done')
    const edited = await studio.call('images.get', { imageId: placeOf(run, 0) })
    expect(edited.source?.id).toBe(media.id)
  })

  test('a picture that the user deleted stops the next step before anything is sent', async () => {
    const recipe = recipeOf(picturing('Make it night'), picturing('Make it rain', 'demo-image-hd'))
    const { id } = await cook.run(recipe, pictureInput(await prepared()))
    const held = await cook.until(id, ({ status }) => status === 'price')
    await studio.call('images.delete', { imageIds: [placeOf(held, 0)] })
    const sent = studio.sent
    await studio.call('recipes.resume', { runId: id, position: 1 })
    expect((await cook.until(id)).steps[1]).toMatchObject({ state: 'failed', error: { code: 'not_found' } })
    expect(studio.sent).toBe(sent)
  })

  test('is refused without a prompt, without a field for first pictures, and without its picture', async () => {
    const media = await prepared()
    const run = (recipe: ReturnType<typeof recipeOf>, input: object = pictureInput(media)) =>
      studio.refusal('recipes.run', {
        ...{ runId: randomUUID(), recipe },
        input: z
          .object({ kind: z.literal('picture'), mediaId: z.string(), imageId: z.null(), name: z.string() })
          .parse(input),
      })
    expect(await run(recipeOf(picturing('')))).toBe('invalid_input')
    expect(await run(recipeOf(filming('A slow shot')))).toBe('first_picture_off')
    expect(await run(recipeOf(transcribing()))).toBe('invalid_input')
    expect(await run(recipeOf(picturing('a')), { ...pictureInput(media), mediaId: 'f'.repeat(64) })).toBe('not_found')
    // a step after a text gets no picture
    await cook.run(recipeOf(writing('Describe it', seeing), filming('')), pictureInput(media))
    expect(await studio.call('recipes.runs', {})).toHaveLength(1)
  })
})

describe('a run on a recording of the library', () => {
  test('transcribes a copy that Atelier has, without another file', async () => {
    const recorder = new Recorder(studio)
    const { id: earlier } = await recorder.add(wav(3))
    await recorder.until(earlier, ({ status }) => status === 'preparing')
    await recorder.listen()
    const { transcriptId } = await recorder.ended(earlier)
    const { summary } = await studio.call('transcripts.get', { transcriptId: transcriptId ?? '' })
    const mediaId = summary.source?.id ?? ''
    const recipe = recipeOf(transcribing(), writing('Repeat exactly: notes'))
    const { id } = await cook.run(recipe, { kind: 'stored', mediaId, name: 'A pier' })
    const [job] = await recorder.jobs()
    await recorder.until(job?.id ?? '', ({ status }) => status === 'preparing')
    await recorder.listen()
    expect((await cook.until(id)).status).toBe('done')
    expect(recorder.requests).toHaveLength(2)
  })

  test('a picture or a missing file leaves no run', async () => {
    const { id } = await prepared()
    const run = (mediaId: string) =>
      studio.refusal('recipes.run', {
        ...{ runId: randomUUID(), recipe: recipeOf(transcribing()) },
        input: { kind: 'stored', mediaId, name: 'A pier' },
      })
    expect(await run(id)).toBe('not_sound')
    expect(await run('f'.repeat(64))).toBe('not_found')
    expect(await studio.call('recipes.runs', {})).toEqual([])
  })
})
