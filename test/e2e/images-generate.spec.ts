import { expect, test } from './fixtures.ts'
import {
  fillForm,
  gallery,
  imageRequests,
  linkRequests,
  marked,
  mediaPixels,
  newestImage,
  readyToGenerate,
  showImages,
  stroke,
  studio,
} from './image-studio.ts'

test('four images are made, one is edited under its mask, and all are available offline', async ({
  chat: page,
  atelier,
  gateway,
}) => {
  test.slow()
  await readyToGenerate(page, { prompt: 'a lighthouse at dusk', size: '160x120', n: 4 })
  await studio.generate(page).click()
  await expect(studio.tiles(page)).toHaveCount(4)
  expect(imageRequests(gateway).map(({ body }) => body)).toEqual([
    { model: 'demo-image-free', prompt: 'a lighthouse at dusk', n: 4, size: '160x120' },
  ])

  await test.step('the recipe shows how an image was made', async () => {
    await studio.tiles(page).first().click()
    await expect(studio.recipe(page)).toContainText('a lighthouse at dusk')
    await expect(studio.recipe(page)).toContainText('a lighthouse at dusk, warm light, soft edges')
    await expect(studio.fact(page, 'Model')).toHaveText('demo-image-free')
    await expect(studio.fact(page, 'Size')).toHaveText('160×120')
    await expect(studio.fact(page, 'Batch')).toHaveText(/^[1-4] of 4$/)
    await expect(studio.detail(page).getByRole('list', { name: 'Same batch' }).getByRole('button')).toHaveCount(4)
  })

  await test.step('a mask is drawn with the pointer', async () => {
    await studio.detail(page).getByRole('button', { name: 'Edit', exact: true }).click()
    await expect(studio.canvas(page)).toBeFocused()
    await expect(studio.prompt(page)).toHaveValue('')
    await expect.poll(() => marked(page)).toBe(0)
    await stroke(page, [-40, -30], [40, -30], [40, 30], [-40, 30])
    await expect.poll(() => marked(page)).toBeGreaterThan(1)
    await studio.done(page).click()
    await expect(studio.mask(page)).toBeVisible()
  })

  await fillForm(page, { prompt: 'a small boat instead', n: 1 })
  await studio.generate(page).click()
  await expect(studio.tiles(page)).toHaveCount(5)

  const detail = await newestImage(atelier)
  await test.step('the result differs only inside the mask, and everywhere in it', async () => {
    const { summary, source, mask } = detail
    if (source === null || mask === null) throw new Error('the edit has no source or no mask')
    const [before, after, window] = await Promise.all(
      [source, summary.media, mask].map(({ id }) => mediaPixels(atelier, id)),
    )
    if (before === undefined || after === undefined || window === undefined) throw new Error('a file is missing')
    for (const { width, height } of [before, after, window]) expect([width, height]).toEqual([160, 120])
    const count = { inside: 0, changedInside: 0, changedOutside: 0, half: 0 }
    for (let index = 0; index < 160 * 120; index += 1) {
      const [, , , alpha] = window.at(index)
      const changed = String(before.at(index)) !== String(after.at(index))
      if (alpha === 0) count.inside += 1
      else if (alpha !== 255) count.half += 1
      if (changed && alpha === 0) count.changedInside += 1
      if (changed && alpha !== 0) count.changedOutside += 1
    }
    expect(count).toEqual({ inside: count.inside, changedInside: count.inside, changedOutside: 0, half: 0 })
    expect(count.inside).toBeGreaterThan(100)
    expect(count.inside).toBeLessThan(160 * 60)
  })

  await test.step('the gateway gets a form with the picture, the mask and only supported fields', async () => {
    const [, edit] = imageRequests(gateway)
    expect(edit).toMatchObject({ path: '/v1/images/edits', method: 'POST', status: 200 })
    expect(edit?.headers['content-type']).toMatch(/^multipart\/form-data; ?boundary=/)
    expect(Object.keys(edit?.form ?? {}).sort()).toEqual(['image', 'mask', 'model', 'n', 'prompt'])
    expect(edit?.form).toMatchObject({
      image: { sha256: detail.source?.id },
      mask: { sha256: detail.mask?.id },
      model: 'demo-image-free',
      prompt: 'a small boat instead',
      n: '1',
    })
  })

  await test.step('pictures are shown without a network', async () => {
    await gateway.close()
    await atelier.restart()
    await showImages(page)
    await expect(studio.tiles(page)).toHaveCount(5)
    await expect(studio.drawn(page)).toHaveCount(5)
    await studio.tile(page, 'a small boat instead').click()
    await expect(studio.recipe(page)).toContainText('a small boat instead')
    await expect(studio.fact(page, 'Size')).toHaveText('160×120')
    await expect(studio.picture(page)).toHaveJSProperty('naturalWidth', 160)
    const line = studio.lineage(page).getByRole('button')
    await expect(line).toHaveCount(2)
    await expect(line.last()).toHaveAttribute('aria-current', 'true')
    await line.first().click()
    await expect(studio.recipe(page)).toContainText('a lighthouse at dusk, warm light, soft edges')
    await expect(studio.picture(page)).toHaveJSProperty('naturalWidth', 160)
    expect(await gallery(atelier)).toHaveLength(5)
  })
})

// the ways in which a gateway may return four pictures; each gives the same gallery
for (const { form, faults, format, images, links } of [
  { form: 'links', faults: '', format: 'url', images: 4, links: 4 },
  { form: 'base64', faults: '', format: 'b64_json', images: 4, links: 0 },
  { form: 'base64 with a data prefix', faults: 'data-prefix', format: 'b64_json', images: 4, links: 0 },
  { form: 'both in one answer', faults: 'mixed', format: null, images: 4, links: 2 },
  { form: 'fewer than asked for', faults: 'fewer(count=3)', format: null, images: 3, links: 3 },
  { form: 'links that redirect', faults: 'redirect-link', format: 'url', images: 4, links: 8 },
] as const) {
  test(`an answer in the form ${form} becomes ${images} images`, async ({ chat: page, atelier, gateway }) => {
    const model = faults === '' ? 'demo-image-free' : `demo-image-free+${faults}`
    if (format !== null) {
      const { defaultId: id } = await atelier.call('connections.list', {})
      await atelier.call('connections.setPictures', { id: id ?? '', pictures: format })
    }
    await readyToGenerate(page, { model, n: 4 })
    await studio.generate(page).click()
    await expect(studio.tiles(page)).toHaveCount(images)
    // a note shows that fewer arrived
    await expect(studio.notes(page)).toHaveCount(images < 4 ? 1 : 0)
    await expect(studio.gallery(page).getByRole('listitem')).toHaveCount(images)
    for (const { media } of await gallery(atelier)) expect([media.width, media.height]).toEqual([64, 48])
    const [request] = imageRequests(gateway)
    expect(request?.body).toMatchObject(format === null ? { n: 4 } : { n: 4, response_format: format })
    expect(imageRequests(gateway)).toHaveLength(1)
    expect(linkRequests(gateway)).toHaveLength(links)
  })
}

test('size and quality are those that the user chose for the model', async ({ chat: page, atelier }) => {
  await readyToGenerate(page, { model: 'demo-image-classic', size: null })
  await studio.form(page).getByRole('radio', { name: '256×256' }).check()
  await studio.form(page).getByRole('radio', { name: 'HD' }).check()
  await studio.generate(page).click()
  await studio.tiles(page).first().click()
  await expect(studio.fact(page, 'Size')).toHaveText('256×256')
  await expect(studio.fact(page, 'Quality')).toHaveText('HD')
  await expect(studio.recipe(page)).toContainText('warm light, soft edges, fine detail')
  expect((await newestImage(atelier)).request).toMatchObject({ size: '256x256', quality: 'hd' })
})

test('an invalid size is reported before anything is sent', async ({ chat: page, gateway }) => {
  await readyToGenerate(page, { size: 'wide' })
  await expect(studio.form(page)).toContainText('Not a valid size.')
  await studio.generate(page).click()
  await expect(studio.form(page).getByRole('alert')).toContainText('Use width x height in pixels')
  await studio.size(page).fill('')
  await studio.prompt(page).fill('  ')
  await studio.generate(page).click()
  await expect(studio.form(page).getByRole('alert')).toContainText('Describe the picture first.')
  await expect(studio.prompt(page)).toBeFocused()
  expect(imageRequests(gateway)).toHaveLength(0)
  await studio.prompt(page).fill('a quiet harbour')
  await studio.size(page).fill('64 × 48')
  await studio.generate(page).click()
  await expect(studio.tiles(page)).toHaveCount(1)
  expect(imageRequests(gateway)[0]?.body).toMatchObject({ size: '64x48' })
})
