import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { OwnFiles } from '../../../src/main/storage/own-files.ts'

const pattern = /^\.work-/
let data = ''
let folder = ''
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'atelier-own-'))
  folder = join(data, 'backups')
  mkdirSync(folder)
})
afterEach(() => rmSync(data, { recursive: true, force: true }))

it('no folder is created that could not be recorded: a kill in between would leave it forever', () => {
  const own = new OwnFiles(folder, pattern, join(data, 'missing'))
  expect(() => own.newFolder('.work-a')).toThrow()
  expect(existsSync(join(folder, '.work-a'))).toBe(false)
})

it('removes only folders that it created, and none whose name was taken', () => {
  const theirs = join(folder, '.work-theirs')
  mkdirSync(theirs)
  writeFileSync(join(theirs, 'thesis.txt'), 'years of work')
  const own = new OwnFiles(folder, pattern)
  writeFileSync(join(own.newFolder('.work-a'), 'part'), 'half')
  expect(() => own.newFolder('.work-theirs')).toThrow(expect.objectContaining({ code: 'EEXIST' }))
  expect(own.recordedNames()).toEqual(['.work-a'])
  new OwnFiles(folder, pattern).clear()
  expect(existsSync(join(folder, '.work-a'))).toBe(false)
  expect(existsSync(join(theirs, 'thesis.txt'))).toBe(true)
})
