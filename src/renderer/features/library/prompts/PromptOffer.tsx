import type { Prompt } from '../../../../shared/prompts.ts'
import pages from '../../../components/lists/side-pages.module.css'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { lineText } from '../../../platform/line-text.ts'
import { LibraryOffer } from './LibraryOffer.tsx'
import type { OfferedPrompts } from './prompt-actions.ts'
import { newPrompts } from './prompt-rows.ts'

interface PromptOfferProps {
  readonly offered: OfferedPrompts
  readonly present: readonly Prompt[]
  readonly onAdd: (prompts: readonly Prompt[]) => void
  readonly onClose: () => void
}

/** A preview of the prompts that a file would add. */
export function PromptOffer({ offered: { name, read }, present, onAdd, onClose }: PromptOfferProps) {
  const { t } = useTranslation()
  const added = newPrompts(read.prompts, present)
  const file = lineText(name, 80)
  return (
    <LibraryOffer
      title={t('prompts.offer', { name: file })}
      problem={read.problem === null ? null : t(`prompts.problems.${read.problem}`, { name: file })}
      added={added}
      counted={t('prompts.offerNew', { count: added.length })}
      known={read.prompts.length - added.length}
      left={read.left}
      item={({ text, title }) => ({
        key: `${title}\n${text}`,
        shown: (
          <>
            <b>{lineText(title)}</b> <span className={pages.hint}>{lineText(text, 120)}</span>
          </>
        ),
      })}
      add={t('prompts.add', { count: added.length })}
      onAdd={() => onAdd(added.map(({ text, title }) => ({ id: crypto.randomUUID(), title, text })))}
      onClose={onClose}
    />
  )
}
