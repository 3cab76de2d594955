import { join } from 'node:path'
import sharp from 'sharp'
import { environmentOf, expect, parts, test } from './fixtures.ts'
import { desk } from './history-parts.ts'
import { HistorySeed } from './history-seed.ts'
import { makeImages, newestImage, showImages, studio } from './image-studio.ts'
import { jobsOf, submitVideos } from './video-desk.ts'

const isAsked = process.env.ATELIER_README === '1'
const hour = 3_600_000

const kitchen = `An order passes four hands before it is cooked. Each of them can lose it.

\`\`\`mermaid
flowchart LR
  A[Table] --> B[Waiter]
  B --> C{Stock?}
  C -->|yes| D[Kitchen]
  C -->|no| E[Ask the guest]
  E --> B
\`\`\`

| Step | What can go wrong | What helps |
| --- | --- | --- |
| Waiter | a word is misheard | read the order back |
| Stock | the list is old | count at noon |
`

/** Prompts and sizes of the gallery, newest last. */
const works = [
  ['Reeds in the wind, three greys', '448x384'],
  ['An island seen from the ferry', '512x384'],
  ['Clay hills after sunset', '384x448'],
  ['Terraced fields in the first snow', '512x384'],
  ['Paper lanterns over a night market', '320x480'],
  ['A ferry in the morning fog, wide', '576x384'],
  ['Red hills, gouache', '448x384'],
  ['A kiln at dusk', '384x384'],
  ['Dunes after the rain, pastel', '576x384'],
  ['Harbour lights, ink wash, 晨光里的旧港口', '512x384'],
  ['A lighthouse on the last rock', '320x448'],
  ['Tea fields in spring, seen from a hill', '512x384'],
  ['A valley of pines, two colours', '448x384'],
  ['Autumn moon over a lake, woodcut', '384x512'],
  ['Four hills and a river', '512x384'],
  ['A slow sunrise, risograph', '384x448'],
  ['Linocut poster of the old harbour at dawn, two colours, wide sky', '576x384'],
] as const

test.use({ timezoneId: 'Asia/Shanghai' })

test('the pictures of the README are taken', async ({ atelier, data, gateway }) => {
  test.skip(!isAsked, 'only with ATELIER_README=1, as it writes to docs')
  const seed = new HistorySeed(data)
  const now = Date.now()
  seed.chat('Packing for a tea workshop', ['What do I bring?', 'A kettle, six cups, and three teas.'], now - 96 * hour)
  seed.chat(
    'Names for a lighthouse café',
    [
      'Six names for a café in an old lighthouse by the harbour.',
      'Lantern Room, Keeper’s Cup, Beam, Harbour Light, Foghorn, The Landing.',
    ],
    now - 27 * hour,
  )
  seed.chat(
    '港口旅行计划',
    ['两天怎么安排？', '第一天看灯塔和鱼市，第二天坐渡轮去对岸的沙丘。The old harbour is quiet before nine.'],
    now - 26 * hour,
  )
  seed.chat('Launch text', ['写一段发布文案，主角是一枚朱砂印。', '标题只留一枚朱砂印，正文用墨色。'], now - hour)
  seed.chat('How an order reaches the kitchen', ['Draw how an order reaches the kitchen.', kitchen], now)
  seed.close()
  const page = await atelier.start({ environment: environmentOf(gateway) })
  /** A palette shows text faithfully in a third of the bytes, but not the gradients of pictures. */
  const save = async (name: string, { palette }: { readonly palette: boolean }) => {
    const path = join(import.meta.dirname, '../../docs', `${name}.png`)
    const shown = await page.screenshot({ animations: 'disabled', caret: 'hide' })
    await sharp(shown).png({ palette, effort: 10, compressionLevel: 9 }).toFile(path)
  }

  await parts.row(page, 'How an order reaches the kitchen').click()
  await expect(parts.answers(page)).toHaveCount(1)
  await expect(parts.answers(page).getByRole('img', { name: 'Diagram of the code' })).toBeVisible()
  await parts.answers(page).hover()
  await save('chat', { palette: true })

  await makeImages(atelier, ...works.map(([prompt, size]) => ({ prompt, size })))
  const favourite = await newestImage(atelier)
  await atelier.call('images.setFavourite', { imageIds: [favourite.summary.id], favourite: true })
  await showImages(page)
  await studio.prompt(page).fill('Linocut poster of the old harbour at dawn, two colours, wide sky')
  await expect(studio.drawn(page)).toHaveCount(works.length)
  await studio.tiles(page).first().hover()
  await save('images', { palette: false })

  await submitVideos(atelier, {
    prompt: 'A paper boat leaves the harbour in morning light, slow pan',
    model: 'demo-video-landscape',
  })
  await expect.poll(async () => (await jobsOf(atelier))[0]?.status).toBe('done')
  // the toast that says so would cover hits
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await page.keyboard.press('Control+Shift+F')
  await desk.field(page).fill('harbour')
  await expect(page.getByText('6 hits')).toBeVisible()
  await page.mouse.move(0, 0)
  await save('history', { palette: true })
})
