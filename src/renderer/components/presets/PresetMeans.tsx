import { Checkbox } from '@mantine/core'
import type { Parameters } from '../../../shared/chat.ts'
import { chatCollectionsMax } from '../../../shared/knowledge-limits.ts'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { useCollections } from '../../platform/knowledge-store.ts'
import { useTools } from '../../platform/tools-store.ts'
import { toolTitle } from '../tools/tool-words.ts'
import { Line } from '../words/Line.tsx'
import classes from './presets.module.css'

interface PresetMeansProps {
  readonly parameters: Parameters
  readonly onChange: (parameters: Parameters) => void
}

/** Initial number of rounds per answer, as in a chat. */
const roundsAtFirst = 10

/** The tools and collections of an assistant or project; nothing if there are none to choose. */
export function PresetMeans({ parameters, onChange }: PresetMeansProps) {
  const { t } = useTranslation()
  const tools = useTools((state) => state.tools)
  const collections = useCollections((state) => state.collections)
  const { knowledge, tools: choice = { enabled: [], roundsMax: roundsAtFirst }, ...others } = parameters
  const changed = (enabled: readonly string[], chosen: readonly string[]) =>
    onChange({
      ...others,
      ...(enabled.length === 0 ? {} : { tools: { ...choice, enabled: enabled.slice(-512) } }),
      ...(chosen.length === 0 ? {} : { knowledge: { collections: chosen.slice(-chatCollectionsMax) } }),
    })
  const chosen = knowledge?.collections ?? []
  return (
    <>
      <Group
        words={t('assistants.tools')}
        offered={tools.map((tool) => ({
          id: tool.id,
          name: tool.server === null ? toolTitle(t, tool) : `${toolTitle(t, tool)} · ${tool.server}`,
        }))}
        gone={(count) => t('assistants.goneTools', { count })}
        chosen={choice.enabled}
        onChange={(enabled) => changed(enabled, chosen)}
      />
      <Group
        words={t('assistants.knowledge')}
        // before the list is loaded, nothing is known to be gone
        offered={collections ?? chosen.map((id) => ({ id, name: id }))}
        gone={(count) => t('assistants.goneCollections', { count })}
        chosen={chosen}
        onChange={(ids) => changed(choice.enabled, ids)}
      />
    </>
  )
}

interface GroupProps {
  readonly words: string
  readonly offered: readonly { readonly id: string; readonly name: string }[]
  /** Returns the label for chosen ids that are not offered any more. */
  readonly gone: (count: number) => string
  readonly chosen: readonly string[]
  readonly onChange: (chosen: readonly string[]) => void
}

/** A box for each offered thing, and one for all chosen ones that are gone. */
function Group({ chosen, gone, offered, onChange, words }: GroupProps) {
  const missing = chosen.filter((id) => offered.every((one) => one.id !== id))
  if (offered.length === 0 && missing.length === 0) return null
  return (
    <fieldset className={classes.group}>
      <legend>{words}</legend>
      {offered.map(({ id, name }) => (
        <Checkbox
          key={id}
          size="xs"
          label={<Line text={name} />}
          checked={chosen.includes(id)}
          onChange={() => onChange(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id])}
        />
      ))}
      {missing.length === 0 ? null : (
        <Checkbox
          size="xs"
          label={gone(missing.length)}
          checked
          onChange={() => onChange(chosen.filter((id) => !missing.includes(id)))}
        />
      )}
    </fieldset>
  )
}
