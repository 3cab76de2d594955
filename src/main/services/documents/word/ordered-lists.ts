import { AlignmentType, type INumberingOptions, LevelFormat } from 'docx'

/** Number of levels that Word has. */
const levelCount = 9

/** Name of the style of lists without numbers. */
export const bullets = 'bullets'

type Config = INumberingOptions['config'][number]

/** The style of lists without numbers. */
export const bulletLists: Config = {
  reference: bullets,
  levels: levelsOf((level) => ({ format: LevelFormat.BULLET, text: ['•', '◦', '▪'][level % 3] ?? '•' })),
}

/** The numbered lists of a document: a style for each first number, so that each list begins where it says. */
export class OrderedLists {
  private readonly starts = new Set<number>()
  private instances = 0

  /** Returns the style of a new list. */
  begin(start: number): { readonly reference: string; readonly instance: number } {
    const first = Math.min(Math.max(0, Math.trunc(start)), 1_000_000)
    this.starts.add(first)
    this.instances += 1
    return { reference: `numbers-${first}`, instance: this.instances }
  }

  config(): readonly Config[] {
    return [...this.starts].map((start) => ({
      reference: `numbers-${start}`,
      levels: levelsOf((level) => ({ format: LevelFormat.DECIMAL, text: `%${level + 1}.`, start })),
    }))
  }
}

function levelsOf(
  style: (level: number) => Pick<Config['levels'][number], 'format' | 'text' | 'start'>,
): Config['levels'] {
  return Array.from({ length: levelCount }, (_, level) => ({
    ...style(level),
    level,
    alignment: AlignmentType.LEFT,
    style: { paragraph: { indent: { left: 360 * (level + 1), hanging: 300 } } },
  }))
}

/** Returns the level of a list that Word has. */
export function levelWithin(level: number): number {
  return Math.min(level, levelCount - 1)
}
