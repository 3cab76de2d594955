import { describe, expect, it } from 'vitest'
import { emptyForm, type FormState, formReducer, requestOf } from '../../../../src/renderer/features/images/form.ts'
import {
  areTooLarge,
  hasRoom,
  moved,
  picturesOf,
  withRoles,
} from '../../../../src/renderer/features/images/form-pictures.ts'
import { imageDraftSchema, imageRequestSchema } from '../../../../src/shared/image.ts'
import { media } from './images-made.ts'

const target = { connectionId: 'c', model: 'demo-image-2', kind: 'photo' } as const

/** A form with pictures of these names, in order. */
function formWith(...names: readonly string[]): FormState {
  return names.reduce<FormState>(
    (form, name) =>
      formReducer(form, { type: 'pictureAdded', picture: { media: media(name), imageId: `image-${name}`, role: '' } }),
    { ...emptyForm, prompt: 'A coat on a man' },
  )
}

const order = (form: FormState) => picturesOf(form).map((one) => one.media.id[0])

describe('the pictures of a form', () => {
  it('are sent in their order, the first as the source', () => {
    const made = requestOf(formWith('a', 'b', 'c'), target)
    expect(made).toMatchObject({
      ok: true,
      request: {
        edit: {
          sourceId: media('a').id,
          sourceImageId: 'image-a',
          references: [
            { mediaId: media('b').id, imageId: 'image-b' },
            { mediaId: media('c').id, imageId: 'image-c' },
          ],
        },
      },
    })
    if (made.ok) expect(imageRequestSchema.safeParse(made.request).success).toBe(true)
  })

  it('holds each picture once, and at most sixteen', () => {
    expect(order(formWith('a', 'b', 'a'))).toEqual(['a', 'b'])
    const full = formWith(...Array.from({ length: 17 }, (_, index) => `a${index.toString(16)}f`))
    expect([order(full).length, hasRoom(full), imageDraftSchema.safeParse(full).success]).toEqual([16, false, true])
  })

  it('can be moved; the mask stays only with the first', () => {
    const masked = formReducer(formWith('a', 'b', 'c'), { type: 'mask', sourceId: media('a').id, mask: media('m') })
    const later = formReducer(masked, { type: 'pictureMoved', from: 2, to: 1 })
    expect([order(later), later.source?.mask]).toEqual([['a', 'c', 'b'], media('m')])
    const first = formReducer(masked, { type: 'pictureMoved', from: 1, to: 0 })
    expect([order(first), first.source?.mask, first.source?.sourceImageId]).toEqual([['b', 'a', 'c'], null, 'image-b'])
    expect(formReducer(masked, { type: 'pictureMoved', from: 0, to: 3 })).toEqual(masked)
  })

  it('a removed source is followed by the next picture, and undo restores all', () => {
    const form = formReducer(formWith('a', 'b'), { type: 'role', index: 1, role: 'the coat' })
    const removed = formReducer(form, { type: 'pictureRemoved', index: 0 })
    expect([order(removed), removed.source?.role]).toEqual([['b'], 'the coat'])
    const { references, size, source } = form
    expect(formReducer(removed, { type: 'pictures', pictures: { references, size, source } })).toEqual(form)
  })

  it('a picture that replaces all others is alone', () => {
    const alone = { type: 'source', media: media('z'), sourceImageId: null, isAlone: true } as const
    expect(order(formReducer(formWith('a', 'b'), alone))).toEqual(['z'])
    expect(order(formReducer(formWith('a', 'b'), { ...alone, isAlone: false }))).toEqual(['z', 'b'])
    expect(order(formReducer(formWith('a', 'b'), { ...alone, isAlone: false, media: media('b') }))).toEqual(['b'])
  })

  it('are too large together from 100 MB, but a single one has its own limit', () => {
    const large = (name: string) => ({ media: { ...media(name), bytes: 60_000_000 }, imageId: null, role: '' })
    const one = formReducer({ ...emptyForm, prompt: 'p' }, { type: 'pictureAdded', picture: large('a') })
    const two = formReducer(one, { type: 'pictureAdded', picture: large('b') })
    expect([areTooLarge(one), areTooLarge(two)]).toEqual([false, true])
    expect(requestOf(two, target)).toEqual({ ok: false, problem: 'pictures' })
  })
})

describe('roles in a prompt', () => {
  it('become its first lines, and replace earlier ones in either language', () => {
    const once = withRoles('Put it on him', ['Picture 1: the man', 'Picture 2: the coat'])
    expect(once).toBe('Picture 1: the man\nPicture 2: the coat\n\nPut it on him')
    expect(withRoles(once, ['Picture 1: the coat'])).toBe('Picture 1: the coat\n\nPut it on him')
    expect(withRoles('图 1：人物\n\n穿上外套', ['图 1：外套'])).toBe('图 1：外套\n\n穿上外套')
    expect(withRoles(once, [])).toBe('Put it on him')
    expect(withRoles('', ['Picture 1: a'])).toBe('Picture 1: a\n')
  })
})

it('moves an item within a list, and never out of it', () => {
  expect(moved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a'])
  expect(moved(['a', 'b'], 1, 2)).toEqual(['a', 'b'])
  expect(moved(['a', 'b'], 0, -1)).toEqual(['a', 'b'])
})
