import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../../src/renderer')

test("only the kit uses Mantine's Menu", () => {
  const own = globSync('**/*.tsx', { cwd: root }).filter((file) =>
    /import \{[^}]*\bMenu\w*\b[^}]*\} from '@mantine\/core'/.test(readFileSync(join(root, file), 'utf8')),
  )
  expect(own.sort()).toEqual(['components/menu/Menu.tsx', 'components/menu/MenuItem.tsx'])
})
