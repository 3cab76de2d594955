import type { Assistant } from '../../../../shared/assistants.ts'
import pages from '../../../components/lists/side-pages.module.css'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { lineText } from '../../../platform/line-text.ts'
import { LibraryOffer } from '../prompts/LibraryOffer.tsx'
import { newAssistants, type OfferedAssistants } from './assistant-actions.ts'

interface AssistantOfferProps {
  readonly offered: OfferedAssistants
  readonly present: readonly Assistant[]
  readonly onAdd: (assistants: readonly Assistant[]) => void
  readonly onClose: () => void
}

/** A preview of the assistants that a file would add. */
export function AssistantOffer({ offered: { name, read }, present, onAdd, onClose }: AssistantOfferProps) {
  const { t } = useTranslation()
  const added = newAssistants(read.assistants, present)
  const file = lineText(name, 80)
  return (
    <LibraryOffer
      title={t('assistants.offer', { name: file })}
      problem={read.problem === null ? null : t(`assistants.problems.${read.problem}`, { name: file })}
      added={added}
      counted={t('assistants.offerNew', { count: added.length })}
      known={read.assistants.length - added.length}
      left={read.left}
      item={({ description, name: called, parameters, sign }) => ({
        key: `${called}\n${parameters.system}`,
        shown: (
          <>
            {lineText(sign, 8)} <b>{lineText(called)}</b>{' '}
            <span className={pages.hint}>{lineText(description === '' ? parameters.system : description, 120)}</span>
          </>
        ),
      })}
      note={t('assistants.offerNote')}
      add={t('assistants.add', { count: added.length })}
      onAdd={() => onAdd(added.map((assistant) => ({ ...assistant, id: crypto.randomUUID() })))}
      onClose={onClose}
    />
  )
}
