import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  PlacesFile,
  placeFolder,
  type StoredPlace,
} from '../../../../../src/main/services/backup/places/places-file.ts'
import type { Notice } from '../../../../../src/shared/notice.ts'
import { ManualClock } from '../../../../fakes/platform.ts'

let folder: string
let notices: Notice[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atelier-places-'))
  notices = []
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const opened = (): PlacesFile =>
  new PlacesFile({
    folder,
    clock: new ManualClock(5),
    log: () => undefined,
    notify: (notice) => void notices.push(notice),
  })
const path = (): string => join(folder, 'places.json')
const place: StoredPlace = {
  id: 'd4a5b1f0-6f0e-4c9b-8a42-0f6c8b9d2e11',
  name: 'Elsewhere',
  target: { kind: 'folder', path: '/somewhere' },
  hasSecret: false,
  automatic: true,
  paused: false,
  last: null,
  failed: null,
  doubted: false,
  known: [],
}

test('an unreadable list is set aside and reported, never overwritten', () => {
  const first = opened()
  first.putPlace(place)
  expect(notices).toEqual([])
  const damaged = `${readFileSync(path(), 'utf8').slice(0, -20)} cut`
  writeFileSync(path(), damaged)
  const again = opened()
  expect(again.places).toEqual([])
  expect(notices).toEqual([{ code: 'places_set_aside', file: 'places.json.damaged-5' }])
  again.putPlace(place)
  expect(readFileSync(join(folder, 'places.json.damaged-5'), 'utf8')).toBe(damaged)
  expect(opened().places).toHaveLength(1)
  // its folder at the places is the one of before
  expect(again.computer).toBe(first.computer)
})

test('a list without the field for suspicious bytes is read', () => {
  opened().putPlace(place)
  writeFileSync(path(), readFileSync(path(), 'utf8').replace('"doubted":false,', ''))
  expect([opened().places, notices]).toEqual([[place], []])
})

test('a list of another version is set aside too, and a missing one is not reported', () => {
  opened()
  expect([notices, readdirSync(folder)]).toEqual([[], []])
  writeFileSync(path(), JSON.stringify({ version: 2 }))
  opened()
  expect(notices).toHaveLength(1)
  expect(readdirSync(folder)).toEqual(['places.json.damaged-5'])
})

test('partial uploads for places of a quarantined list are removed, those of a known place stay', async () => {
  opened().putPlace(place)
  placeFolder(folder, place.id, 'sending')
  writeFileSync(path(), 'cut')
  const again = opened()
  const added = { ...place, id: '0b0f6a55-6e53-4a2f-9b1e-3f4c5d6e7f80' }
  again.putPlace(added)
  writeFileSync(join(placeFolder(folder, added.id, 'sending'), 'piece'), 'x')
  await again.removeStrays()
  expect(readdirSync(join(folder, '.places'))).toEqual([added.id])
  expect(readdirSync(join(folder, '.places', added.id, 'sending'))).toEqual(['piece'])
})

test('nothing is removed while the list can be neither read nor set aside, or when nothing was sent', async () => {
  await opened().removeStrays()
  placeFolder(folder, place.id, 'sending')
  writeFileSync(path(), 'cut')
  // a folder that is not empty cannot be replaced
  mkdirSync(join(folder, 'places.json.damaged-5/full'), { recursive: true })
  const stuck = opened()
  expect(notices).toEqual([])
  await stuck.removeStrays()
  expect(readdirSync(join(folder, '.places'))).toEqual([place.id])
})
