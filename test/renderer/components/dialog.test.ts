import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../../src/renderer')

test("only the kit, the full-screen viewer and the palette use Mantine's Modal", () => {
  const own = globSync('**/*.tsx', { cwd: root }).filter((file) =>
    /<Modal\b/.test(readFileSync(join(root, file), 'utf8')),
  )
  expect(own.sort()).toEqual([
    'components/dialog/Dialog.tsx',
    'components/pictures/PictureViewer.tsx',
    'shell/palette/CommandPalette.tsx',
  ])
})
