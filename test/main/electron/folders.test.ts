import { expect, test } from 'vitest'
import { createFolders } from '../../../src/main/electron/folders.ts'

test('returns the folder chosen in the system’s dialog, or null', async () => {
  const asked: unknown[] = []
  const folders = (canceled: boolean, filePaths: readonly string[]) =>
    createFolders(async (options) => {
      asked.push(options)
      return { canceled, filePaths }
    })
  expect(await folders(false, ['/a']).choose()).toEqual({ by: 'main', folder: '/a' })
  expect(await folders(true, ['/a']).choose()).toEqual({ by: 'main', folder: null })
  expect(await folders(false, []).choose()).toEqual({ by: 'main', folder: null })
  expect(asked[0]).toEqual({ properties: ['openDirectory', 'createDirectory', 'promptToCreate'] })
})
