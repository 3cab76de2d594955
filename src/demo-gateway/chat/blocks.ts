import { between, createDeck, type Random } from '../random.ts'
import type { Prose, Template } from './prose.ts'
import { codeBlock, formula } from './snippets.ts'
import type { Ornament, Wishes } from './wishes.ts'

/** Ingredients of a block. */
export interface Matter {
  readonly prose: Prose
  readonly subject: string
  readonly random: Random
  readonly codeLanguage: string | undefined
  /** Draws sentences and headings; each repeats only when all have been drawn. */
  readonly drawSentence: () => Template
  readonly drawHeading: () => Template
}

/** Collects the subject, random source and sentence decks for the blocks of one text. */
export function gatherMatter(prose: Prose, wishes: Wishes, random: Random): Matter {
  return {
    prose,
    subject: wishes.subject,
    random,
    codeLanguage: wishes.codeLanguage,
    drawSentence: createDeck(random, prose.sentences),
    drawHeading: createDeck(random, prose.headings),
  }
}

/** Returns a paragraph of a few sentences. */
export function paragraph({ prose, subject, random, drawSentence }: Matter, fewest = 3, most = 5): string {
  const count = between(random, fewest, most)
  return Array.from({ length: count }, () => drawSentence()(subject, random)).join(prose.joint)
}

/** Returns a heading of level 2 or lower. */
export function heading({ subject, random, drawHeading }: Matter, level = 2): string {
  return `${'#'.repeat(level)} ${drawHeading()(subject, random)}`
}

/** Returns one special block, such as a table or code, with an introductory sentence. */
export function ornament(kind: Ornament, matter: Matter): string {
  const { prose, subject, random } = matter
  switch (kind) {
    case 'table':
      return `${prose.tableIntroduction}\n\n${table(matter)}`
    case 'code': {
      const { language, markdown } = codeBlock(random, matter.codeLanguage)
      return `${prose.codeIntroduction(language)}\n\n${markdown}`
    }
    case 'math':
      return `${prose.mathIntroduction}\n\n${formula(random)}\n\n${prose.mathRemark(random)}`
    case 'list':
      return list(matter)
    case 'quote':
      return `> ${prose.quote(random)}\n>\n> — *${subject}*`
    case 'link':
      return prose.link(subject, random)
  }
}

function table({ prose, random }: Matter): string {
  const rows = Array.from({ length: between(random, 3, 6) }, () => prose.tableRow(random))
  const rule = prose.tableHead.map((_, column) => (column === 0 ? '---' : '---:'))
  return [prose.tableHead, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function list({ prose, subject, random }: Matter): string {
  const numbered = random() < 0.4
  const items = Array.from({ length: between(random, 3, 5) }, (_, index) => {
    const item = `${numbered ? `${index + 1}.` : '-'} ${prose.item(subject, random)}`
    return !numbered && random() < 0.25 ? `${item}\n  - ${prose.item(subject, random)}` : item
  })
  return items.join('\n')
}
