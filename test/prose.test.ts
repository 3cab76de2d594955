import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const source = join(import.meta.dirname, '..', 'src')

interface DocComment {
  readonly file: string
  /** In one line, without its marks. */
  readonly text: string
}

const comments: readonly DocComment[] = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(ts|tsx)$/.test(name))
  .flatMap((file) =>
    [...readFileSync(join(source, file), 'utf8').matchAll(/\/\*\*(.*?)\*\//gs)].map(([, text = '']) => ({
      file,
      text: text.replace(/\n\s*\* ?/g, ' ').trim(),
    })),
  )

/** The first words of the comments that a pattern finds, with their files. */
const found = (pattern: RegExp): readonly string[] =>
  comments.filter(({ text }) => pattern.test(text)).map(({ file, text }) => `${file}: ${text.slice(0, 60)}`)

describe('the check of comments', () => {
  test('comments begin with what a function does or a value is, not with a question word', () => {
    expect(comments.length).toBeGreaterThan(3000)
    expect(found(/^(What|Whether|Which|Who|Those|That)\b/)).toEqual([])
  })

  test('comments speak of users, not of persons', () => {
    expect(found(/\bthe person\b/i)).toEqual([])
  })
})
