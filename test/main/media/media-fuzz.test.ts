import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { MediaReader } from '../../../src/main/media/media-reader.ts'
import { verdictOnMedia } from '../../fakes/media-check.ts'
import { MediaFuzz } from '../../fakes/media-fuzz.ts'

const seed = Number(process.env.MEDIA_SEED ?? 20261122)
const folder = mkdtempSync(join(tmpdir(), 'atelier-media-fuzz-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test(`every mutated film is a video, no video, or unread (seed ${seed})`, async () => {
  const fuzz = new MediaFuzz(seed)
  const reader = new MediaReader({ deadlineMs: 1_000 })
  for (let number = 1; number <= 150; number += 1) {
    const { name, bytes } = fuzz.next()
    const { problem } = await verdictOnMedia(reader, join(folder, 'file'), bytes)
    expect(problem, `file ${number}, ${name}: ${bytes.toString('base64').slice(0, 1_000)}`).toBeNull()
  }
})
