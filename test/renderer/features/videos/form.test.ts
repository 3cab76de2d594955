import { describe, expect, it } from 'vitest'
import {
  chosenOrientation,
  emptyForm,
  formOfRequest,
  promptsOf,
  requestsOf,
  videosIn,
} from '../../../../src/renderer/features/videos/form.ts'
import { modelOfBase, pickedModels } from '../../../../src/renderer/features/videos/target.ts'
import { plainRequest } from './videos-made.ts'

const both = { base: 'demo-video', portrait: true, landscape: true }
const target = { connectionId: 'c', base: 'demo-video', model: both }

describe('the prompts of the form', () => {
  it('the prompt is the whole text with line breaks if one video is wanted', () => {
    expect(promptsOf({ text: ' one\ntwo ', asList: false })).toEqual([' one\ntwo '])
    expect(promptsOf({ text: '  \n ', asList: false })).toEqual([])
  })

  it('the prompts are the non-empty lines if a list is wanted', () => {
    expect(promptsOf({ text: 'one\r\n\n  two  \n\t\n三', asList: true })).toEqual(['one', 'two', '三'])
  })
})

describe('the requests of the form', () => {
  it('there is one request per prompt, in the chosen orientation and length', () => {
    const form = { ...emptyForm, text: 'a\nb', asList: true, landscape: true, duration: 10 } as const
    expect(requestsOf(form, target)).toEqual({
      ok: true,
      requests: ['a', 'b'].map((prompt) => ({
        connectionId: 'c',
        model: 'demo-video-landscape',
        prompt,
        duration: 10,
      })),
    })
  })

  it('several videos of one prompt are requests of their own, also in a list', () => {
    const one = requestsOf({ ...emptyForm, text: 'a', copies: 3 }, target)
    expect(one.ok && one.requests.map(({ prompt }) => prompt)).toEqual(['a', 'a', 'a'])
    const list = requestsOf({ ...emptyForm, text: 'a\nb', asList: true, copies: 2 }, target)
    expect(list.ok && list.requests.map(({ prompt }) => prompt)).toEqual(['a', 'a', 'b', 'b'])
  })

  it('lines times videos are held to the maximum', () => {
    const lines = (count: number) => Array.from({ length: count }, (_, line) => `line ${line}`).join('\n')
    const made = (count: number) => requestsOf({ ...emptyForm, text: lines(count), asList: true, copies: 4 }, target)
    expect(made(25)).toMatchObject({ ok: true })
    expect(made(26)).toEqual({ ok: false, problem: 'tooMany' })
    expect(videosIn({ text: lines(26), asList: true, copies: 4 })).toBe(104)
  })

  it('missing fields are named before anything is sent', () => {
    const form = { ...emptyForm, text: 'a' }
    expect(requestsOf(form, { ...target, connectionId: null })).toEqual({ ok: false, problem: 'connection' })
    expect(requestsOf(form, { ...target, base: '', model: null })).toEqual({ ok: false, problem: 'model' })
    expect(requestsOf({ ...form, text: ' ' }, target)).toEqual({ ok: false, problem: 'prompt' })
    const many = Array.from({ length: 101 }, (_, line) => `line ${line}`).join('\n')
    expect(requestsOf({ ...form, text: many, asList: true }, target)).toEqual({ ok: false, problem: 'tooMany' })
  })

  it('an orientation that the catalogue does not have is never requested', () => {
    const upright = { base: 'm', portrait: true, landscape: false }
    expect(chosenOrientation(true, upright)).toBe('portrait')
    expect(chosenOrientation(true, both)).toBe('landscape')
    expect(chosenOrientation(false, { base: 'm', portrait: false, landscape: true })).toBe('landscape')
    // a typed model name is trusted
    expect(chosenOrientation(true, null)).toBe('landscape')
  })

  it('requests fill the form as they were', () => {
    const request = { ...plainRequest, model: 'demo-video-landscape', duration: 15 } as const
    const form = formOfRequest(request, 'demo-video', null)
    expect(requestsOf(form, target)).toEqual({ ok: true, requests: [request] })
  })
})

describe('the first picture of the form', () => {
  const picture = { id: 'b'.repeat(64), mime: 'image/png', bytes: 9, width: 3, height: 2 }
  const url = 'https://pictures.example/a.png'
  const form = { ...emptyForm, text: 'a\nb', asList: true, firstPicture: picture, firstPictureLink: ` ${url} ` }
  const taking = (way: 'data' | 'link') => ({ ...target, firstPicture: { field: 'image', way } })
  const sent = (made: ReturnType<typeof requestsOf>) => (made.ok ? made.requests.map((one) => one.firstPicture) : null)

  it('it goes with every request, in the way of the connection', () => {
    const media = { mediaId: picture.id }
    expect(sent(requestsOf(form, taking('data')))).toEqual([media, media])
    expect(sent(requestsOf(form, taking('link')))).toEqual([{ url }, { url }])
  })

  it('it is left out while the connection takes none', () => {
    const made = requestsOf(form, target)
    expect(made.ok && made.requests.some((request) => 'firstPicture' in request)).toBe(false)
  })

  it('an empty link sends none, and another text is refused', () => {
    expect(sent(requestsOf({ ...form, firstPictureLink: ' ' }, taking('link')))).toEqual([undefined, undefined])
    expect(requestsOf({ ...form, firstPictureLink: 'http://a.example/a.png' }, taking('link'))).toEqual({
      ok: false,
      problem: 'pictureLink',
    })
  })

  it('a request fills the form with its picture or link', () => {
    const withPicture = { ...plainRequest, firstPicture: { mediaId: picture.id } }
    expect(requestsOf(formOfRequest(withPicture, 'demo-video', picture), taking('data'))).toEqual({
      ok: true,
      requests: [withPicture],
    })
    const withLink = { ...plainRequest, firstPicture: { url } }
    expect(requestsOf(formOfRequest(withLink, 'demo-video', null), taking('link'))).toEqual({
      ok: true,
      requests: [withLink],
    })
  })
})

describe('the models to pick', () => {
  const model = (id: string, kind: 'video' | 'chat' = 'video') => ({ id, kind, family: '' })

  it('the models are listed once, without their orientation', () => {
    const models = [model('a'), model('a-landscape'), model('b-landscape'), model('chat-landscape', 'chat')]
    expect(pickedModels(models).map(({ id }) => id)).toEqual(['a', 'b', 'chat-landscape'])
  })

  it('the models list their orientations', () => {
    const models = [model('a'), model('a-landscape'), model('b-landscape')]
    expect(modelOfBase(models, 'a')).toEqual({ base: 'a', portrait: true, landscape: true })
    expect(modelOfBase(models, 'b')).toEqual({ base: 'b', portrait: false, landscape: true })
    expect(modelOfBase(models, 'c')).toBeNull()
  })
})
