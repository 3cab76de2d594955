import { createRandom, pick } from '../random.ts'
import { gatherMatter, heading, type Matter, ornament, paragraph } from './blocks.ts'
import type { Prose } from './prose.ts'
import { englishProse } from './prose-en.ts'
import { chineseProse } from './prose-zh.ts'
import type { Ornament, Wishes } from './wishes.ts'

const allOrnaments: readonly Ornament[] = ['list', 'table', 'code', 'math', 'quote', 'link']

/** Returns the sentence templates of a language. */
export function proseOf(language: 'en' | 'zh'): Prose {
  return language === 'zh' ? chineseProse : englishProse
}

/**
 * Writes Markdown that meets the wishes; equal seeds give equal text. `breadth` scales an answer of ordinary length.
 */
export function compose(wishes: Wishes, preface: readonly string[], breadth: number, seed: number): string {
  const random = createRandom(seed)
  const prose = proseOf(wishes.language)
  const matter = gatherMatter(prose, wishes, random)
  const opening = [...preface, prose.opening(wishes.subject, random)]
  if (wishes.length) return longText(wishes, wishes.length, opening, matter)
  if (wishes.manner === 'brief') return [...preface, prose.brief(wishes.subject)].join('\n\n')
  const blocks = [[...opening, paragraph(matter, 2, 3)].join(prose.joint === ' ' ? ' ' : '')]
  const wanted = wishes.manner === 'mixed' ? allOrnaments : wishes.ornaments
  const ornaments = wanted.length > 0 ? wanted : [pick(random, ['list', 'list', 'table', 'quote'] as const)]
  const sections = Math.max(ornaments.length, Math.round(breadth * 2))
  for (let section = 0; section < sections; section += 1) {
    blocks.push(heading(matter, 2), paragraph(matter))
    const kind = ornaments[section] ?? (breadth > 1 ? pick(random, allOrnaments) : undefined)
    if (kind) blocks.push(ornament(kind, matter))
  }
  blocks.push(prose.closing(wishes.subject, random))
  return blocks.join('\n\n')
}

/** Writes at least the requested length, and at most one paragraph more. */
function longText(
  wishes: Wishes,
  wanted: NonNullable<Wishes['length']>,
  opening: readonly string[],
  matter: Matter,
): string {
  const measure = (text: string) => (wanted.unit === 'characters' ? text.length : countWords(text))
  const ornaments = wishes.manner === 'mixed' ? allOrnaments : wishes.ornaments
  const blocks: string[] = []
  let length = 0
  const add = (block: string) => {
    blocks.push(block)
    length += measure(block) + (wanted.unit === 'characters' && blocks.length > 1 ? 2 : 0)
  }
  add(opening.join(matter.prose.joint))
  for (let section = 0; length < wanted.count; section += 1) {
    // Near the end only sentences are added, so that no block is cut.
    const room = wanted.count - length
    if (room < (wanted.unit === 'characters' ? 1_200 : 250)) {
      add(paragraph(matter, 1, 1))
      continue
    }
    add(heading(matter, section % 3 === 0 ? 2 : 3))
    add(paragraph(matter))
    const kind = ornaments[section % Math.max(1, ornaments.length)]
    if (kind) add(ornament(kind, matter))
    add(paragraph(matter))
  }
  return blocks.join('\n\n')
}

/** Counts words in scripts with spaces, and each Han character as a word. */
function countWords(text: string): number {
  return text.match(/\p{Script=Han}|[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu)?.length ?? 0
}
