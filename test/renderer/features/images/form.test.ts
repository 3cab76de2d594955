import { describe, expect, it } from 'vitest'
import {
  chosenSize,
  emptyForm,
  type FormState,
  formOfRequest,
  formReducer,
  type ImageTarget,
  requestOf,
} from '../../../../src/renderer/features/images/form.ts'
import { imageDraftSchema, imageRequestSchema } from '../../../../src/shared/image.ts'
import { media, plainRequest } from './images-made.ts'

const target: ImageTarget = { connectionId: 'c', model: 'demo-image-2', kind: 'photo' }
const form: FormState = { ...emptyForm, prompt: 'A tea box' }
const withSource = formReducer(form, { type: 'source', media: media('a'), sourceImageId: 'image-a' })

describe('the request of a form', () => {
  it('leaves out parameters that were not chosen', () => {
    const made = requestOf(form, target)
    expect(made).toEqual({
      ok: true,
      request: { ...plainRequest, prompt: 'A tea box', quality: null, responseFormat: null, edit: null },
    })
    if (made.ok) expect(imageRequestSchema.safeParse(made.request).success).toBe(true)
  })

  it('sends the quality only without an edit, and leaves the delivery to the connection', () => {
    const chosen: FormState = { ...form, quality: 'hd' }
    expect(requestOf(chosen, target)).toMatchObject({ request: { quality: 'hd', responseFormat: null } })
    const edit = { ...chosen, source: withSource.source }
    expect(requestOf(edit, target)).toMatchObject({
      request: {
        quality: null,
        responseFormat: null,
        size: null,
        edit: { sourceId: media('a').id, sourceImageId: 'image-a', maskId: null, keepOutside: false },
      },
    })
  })

  it('keeps the picture outside the mask only if there is a mask', () => {
    const masked = formReducer(withSource, { type: 'mask', sourceId: media('a').id, mask: media('b') })
    expect(requestOf(masked, target)).toMatchObject({ request: { edit: { maskId: media('b').id, keepOutside: true } } })
    const off = formReducer(masked, { type: 'changed', change: { keepOutside: false } })
    expect(requestOf(off, target)).toMatchObject({ request: { edit: { keepOutside: false } } })
  })

  it('names the missing fields', () => {
    expect(requestOf(form, { ...target, connectionId: null })).toEqual({ ok: false, problem: 'connection' })
    expect(requestOf(form, { ...target, model: '' })).toEqual({ ok: false, problem: 'model' })
    expect(requestOf({ ...form, prompt: ' \n' }, target)).toEqual({ ok: false, problem: 'prompt' })
    expect(requestOf({ ...form, size: 'large' }, { ...target, kind: 'free' })).toEqual({ ok: false, problem: 'size' })
  })
})

describe('parameters that only some models take', () => {
  it('are sent if chosen, and JPEG is not sent for a transparent background', () => {
    const made = (change: Partial<FormState>) => requestOf({ ...form, ...change }, target)
    expect(made({})).not.toHaveProperty('request.background')
    expect(made({ background: 'transparent', format: 'webp' })).toMatchObject({
      request: { background: 'transparent', format: 'webp' },
    })
    expect(made({ background: 'transparent', format: 'jpeg' })).not.toHaveProperty('request.format')
    const request = { ...plainRequest, background: 'transparent', format: 'png' } as const
    const back = formOfRequest(request, { source: null, mask: null, references: [] }, emptyForm)
    expect([back.background, back.format]).toEqual(['transparent', 'png'])
  })
})

describe('the size of an image', () => {
  it('a typed ratio becomes a size of about one megapixel', () => {
    expect(chosenSize(' 16：9', 'free', false)).toEqual({ ok: true, size: '1536x864' })
    expect(chosenSize('1:1', 'free', true)).toEqual({ ok: true, size: '1024x1024' })
    expect(chosenSize('16:7', 'free', false)).toEqual({ ok: false })
  })

  it("the size is a listed model's if the list has one", () => {
    expect(chosenSize('1536x1024', 'photo', false)).toEqual({ ok: true, size: '1536x1024' })
    // a size of another model
    expect(chosenSize('1792x1024', 'photo', false)).toEqual({ ok: true, size: '1024x1024' })
    expect(chosenSize('1792x1024', 'photo', true)).toEqual({ ok: true, size: null })
  })

  it('the size is free, or none, if no list is known', () => {
    expect(chosenSize(' 1280 × 720 ', 'free', false)).toEqual({ ok: true, size: '1280x720' })
    expect(chosenSize('0640x480', 'free', false)).toEqual({ ok: true, size: '640x480' })
    expect(chosenSize('', 'free', false)).toEqual({ ok: true, size: null })
    expect(chosenSize('0x10', 'free', false)).toEqual({ ok: false })
    expect(chosenSize('1280', 'free', true)).toEqual({ ok: false })
  })
})

describe('the form of the studio', () => {
  it('a new source does not get the mask of another one', () => {
    const masked = formReducer(withSource, { type: 'mask', sourceId: media('a').id, mask: media('m') })
    expect(formReducer(masked, { type: 'source', media: media('b'), sourceImageId: null }).source?.mask).toBeNull()
    expect(formReducer(masked, { type: 'source', media: media('a'), sourceImageId: null }).source).toEqual({
      media: media('a'),
      sourceImageId: 'image-a',
      mask: media('m'),
    })
    const late = formReducer(withSource, { type: 'mask', sourceId: media('b').id, mask: media('m') })
    expect(late).toBe(withSource)
  })

  it('the count is limited to what one request accepts', () => {
    expect(formReducer(form, { type: 'counted', n: 99 }).n).toBe(10)
    expect(formReducer(form, { type: 'counted', n: 0 }).n).toBe(1)
    expect(formReducer(form, { type: 'counted', n: Number.NaN }).n).toBe(1)
  })

  it('removing the source restores the earlier size', () => {
    const chosen = formReducer(form, { type: 'changed', change: { size: '1536x1024' } })
    const added = formReducer(chosen, { type: 'source', media: media('a'), sourceImageId: null })
    const replaced = formReducer(added, { type: 'source', media: media('b'), sourceImageId: null })
    expect([added.size, replaced.size]).toEqual(['', ''])
    expect(imageDraftSchema.parse(replaced)).toEqual(replaced)
    expect(formReducer(added, { type: 'pictureRemoved', index: 0 })).toEqual(chosen)
    expect(formReducer(replaced, { type: 'pictureRemoved', index: 0 })).toEqual(chosen)
    const other = formReducer(added, { type: 'changed', change: { size: '1024x1024' } })
    expect(formReducer(other, { type: 'pictureRemoved', index: 0 }).size).toBe('1024x1024')
  })

  it('the form can be stored as a draft at any time', () => {
    for (const state of [emptyForm, withSource]) expect(imageDraftSchema.safeParse(state).success).toBe(true)
  })

  it('a request fills the form as it was', () => {
    const masked = formReducer(withSource, { type: 'mask', sourceId: media('a').id, mask: media('m') })
    const made = requestOf(masked, target)
    if (!made.ok) throw new Error(made.problem)
    const back = formOfRequest(made.request, { source: media('a'), mask: media('m'), references: [] }, emptyForm)
    expect(back).toEqual({ ...masked, connectionId: 'c', model: 'demo-image-2' })
    expect(requestOf(back, target)).toEqual(made)
  })

  it('a request without its source fills the form without one', () => {
    const made = requestOf(withSource, target)
    if (!made.ok) throw new Error(made.problem)
    expect(formOfRequest(made.request, { source: null, mask: null, references: [] }, emptyForm).source).toBeNull()
  })
})
