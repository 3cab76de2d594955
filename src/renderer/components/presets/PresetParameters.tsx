import type { Parameters } from '../../../shared/chat.ts'
import { EffortField, ParameterField } from '../forms/ParameterField.tsx'
import classes from './presets.module.css'

interface PresetParametersProps {
  readonly parameters: Parameters
  /** Called with the edit of one value, so that two fields that end at once both count. */
  readonly onEdit: (edit: (before: Parameters) => Parameters) => void
}

/** Fields for the parameters of an assistant or project. */
export function PresetParameters({ onEdit, parameters }: PresetParametersProps) {
  return (
    <div className={classes.pair}>
      <ParameterField
        name="temperature"
        start={parameters.temperature}
        onChange={(temperature) => onEdit((before) => ({ ...before, temperature }))}
      />
      <ParameterField
        name="maxTokens"
        start={parameters.maxTokens}
        onChange={(maxTokens) => onEdit((before) => ({ ...before, maxTokens }))}
      />
      <EffortField parameters={parameters} onChange={(changed) => onEdit(() => changed)} />
    </div>
  )
}
