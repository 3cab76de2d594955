import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../../src/renderer')

test('every button of the page is the kit’s', () => {
  const own = globSync('**/*.tsx', { cwd: root }).filter((file) =>
    /<(?:button|UnstyledButton|Mantine\w*Button)[\s>]/.test(readFileSync(join(root, file), 'utf8')),
  )
  expect(own).toEqual(['components/Button.tsx'])
})
