import { Checkbox } from '@mantine/core'
import type { Parameters } from '../../../../shared/chat.ts'
import { chatCollectionsMax } from '../../../../shared/knowledge-limits.ts'
import pages from '../../../components/lists/side-pages.module.css'
import { toolTitle } from '../../../components/tools/tool-words.ts'
import { Line } from '../../../components/words/Line.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { useCollections } from '../../../platform/knowledge-store.ts'
import { useTools } from '../../../platform/tools-store.ts'
import classes from '../prompts/Prompts.module.css'

interface AssistantMeansProps {
  readonly parameters: Parameters
  readonly onChange: (parameters: Parameters) => void
}

/** Initial number of rounds per answer, as in a chat. */
const roundsAtFirst = 10

/** The tools and collections of an assistant; nothing if there are none to choose. */
export function AssistantMeans({ parameters, onChange }: AssistantMeansProps) {
  const { t } = useTranslation()
  const tools = useTools((state) => state.tools)
  const collections = useCollections((state) => state.collections) ?? []
  const { knowledge, tools: choice = { enabled: [], roundsMax: roundsAtFirst }, ...others } = parameters
  const enabled = choice.enabled
  const chosen = knowledge?.collections ?? []
  const toggled = (list: readonly string[], id: string): readonly string[] =>
    list.includes(id) ? list.filter((other) => other !== id) : [...list, id]
  const changed = (nextTools: readonly string[], nextCollections: readonly string[]) =>
    onChange({
      ...others,
      ...(nextTools.length === 0 ? {} : { tools: { ...choice, enabled: nextTools.slice(-512) } }),
      ...(nextCollections.length === 0
        ? {}
        : { knowledge: { collections: nextCollections.slice(-chatCollectionsMax) } }),
    })
  return (
    <>
      {tools.length === 0 ? null : (
        <fieldset className={classes.group}>
          <legend>{t('assistants.tools')}</legend>
          {tools.map((tool) => (
            <Checkbox
              key={tool.id}
              size="xs"
              label={
                <Line text={tool.server === null ? toolTitle(t, tool) : `${toolTitle(t, tool)} · ${tool.server}`} />
              }
              checked={enabled.includes(tool.id)}
              onChange={() => changed(toggled(enabled, tool.id), chosen)}
            />
          ))}
        </fieldset>
      )}
      {collections.length === 0 ? null : (
        <fieldset className={classes.group}>
          <legend>{t('assistants.knowledge')}</legend>
          {collections.map(({ id, name }) => (
            <Checkbox
              key={id}
              size="xs"
              label={<Line text={name} />}
              checked={chosen.includes(id)}
              onChange={() => changed(enabled, toggled(chosen, id))}
            />
          ))}
        </fieldset>
      )}
      <p className={pages.hint}>{t('assistants.filesHint')}</p>
    </>
  )
}
