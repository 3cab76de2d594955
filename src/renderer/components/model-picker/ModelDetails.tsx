import type { TFunction } from 'i18next'
import { Info, Star } from 'lucide-react'
import { useEffect, useState } from 'react'
import { type AbilityAnswer, type ModelAbility, modelAbilities, ownAbility } from '../../../shared/model-abilities.ts'
import type { FactSource, ModelFacts } from '../../../shared/model-facts.ts'
import { windowOf } from '../../../shared/model-window.ts'
import { windowMax } from '../../../shared/parameter-limits.ts'
import { useApp, useLanguage } from '../../platform/app-store.ts'
import { call } from '../../platform/bridge/client.ts'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { whenAnswered } from '../../platform/when-answered.ts'
import { Button } from '../Button.tsx'
import { BoundedNumber } from '../forms/BoundedNumber.tsx'
import { Choice } from '../forms/Choice.tsx'
import { IconButton } from '../IconButton.tsx'
import classes from './ModelList.module.css'
import { setAbility, setWindow, toggleFavourite } from './model-marks.ts'

interface ModelDetailsProps {
  readonly connectionId: string
  readonly model: string
}

/** Details of the marked model: its facts with their sources, and its marks. */
export function ModelDetails({ connectionId, model }: ModelDetailsProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const isFavourite = useApp((state) => Object.hasOwn(state.settings.favouriteModels, model))
  const set = useApp((state) => windowOf(model, state.settings.modelWindowOf)?.tokens)
  const [isOpen, setOpen] = useState(false)
  const [facts, setFacts] = useState<ModelFacts | null>(null)
  const abilities = useApp((state) => state.settings.modelAbilityOf)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the user's settings change the answer
  useEffect(
    () =>
      whenAnswered(call('models.facts', { connectionId, model, ask: isOpen }), (answer) => {
        if (answer.ok) setFacts(answer.value)
      }),
    [abilities, connectionId, isOpen, model, set],
  )
  const words = facts === null ? [] : factWords(t, language, facts)
  const said = words.length > 0 ? words.join(' · ') : facts === null ? '' : t('models.unknown')
  const isGuess = facts !== null && [facts.window, facts.sees, facts.thinks, facts.tools].some(isFromSnapshot)
  return (
    <section className={classes.details} aria-label={t('models.details', { model })}>
      <p title={said}>{said}</p>
      <Button
        kind="icon"
        size="small"
        aria-pressed={isFavourite}
        aria-label={t('models.favourite')}
        title={t('models.favourite')}
        onClick={() => toggleFavourite(model)}
      >
        <Star size={15} fill={isFavourite ? 'currentColor' : 'none'} />
      </Button>
      <IconButton
        icon={Info}
        words={t('models.more')}
        iconSize={15}
        size="small"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen ? (
        <div className={classes.more}>
          <BoundedNumber
            label={t('models.setWindow')}
            description={t('models.setWindowHint')}
            placeholder={facts?.window == null ? '' : facts.window.value.toLocaleString(language)}
            min={1}
            max={windowMax}
            optional
            hideControls
            start={set ?? null}
            onChange={(tokens) => setWindow(model, tokens)}
          />
          <div className={classes.abilities}>
            {modelAbilities.map((ability) => (
              <AbilityChoice
                key={ability}
                model={model}
                ability={ability}
                own={ownAbility(abilities, model, ability)}
              />
            ))}
          </div>
          {isGuess ? <p>{t('models.snapshot', { date: facts.snapshotDate })}</p> : null}
        </div>
      ) : null}
    </section>
  )
}

interface AbilityChoiceProps {
  readonly ability: ModelAbility
  readonly model: string
  /** The user's choice; null to use the known facts. */
  readonly own: AbilityAnswer | null
}

/** The user's own choice for an ability of a model. */
function AbilityChoice({ ability, model, own }: AbilityChoiceProps) {
  const { t } = useTranslation()
  const label = t(`models.${ability}`)
  return (
    <div>
      <span className={classes.ability} aria-hidden="true">
        {label}
      </span>
      <Choice
        label={label}
        value={own ?? 'known'}
        options={[
          { value: 'known', words: t('models.asKnown') },
          { value: 'yes', words: t('models.can') },
          { value: 'no', words: t('models.cannot') },
        ]}
        onChoose={(value) => setAbility(model, ability, value === 'known' ? null : value)}
      />
    </div>
  )
}

function isFromSnapshot(fact: { readonly source: FactSource } | null): boolean {
  return fact?.source === 'snapshot'
}

/** Returns each fact with its source. */
function factWords(t: TFunction, language: string, { sees, thinks, tools, window }: ModelFacts): readonly string[] {
  const marked = (words: string, source: FactSource) =>
    t('models.fact', { words, source: t(`models.sources.${source}`) })
  const ability = (
    fact: ModelFacts['sees'],
    yes: 'sees' | 'thinks' | 'tools',
    no: 'noSees' | 'noThinks' | 'noTools',
  ) => (fact === null ? [] : [marked(t(`models.${fact.value ? yes : no}`), fact.source)])
  return [
    ...(window === null
      ? []
      : [marked(t('models.window', { tokens: window.value.toLocaleString(language) }), window.source)]),
    ...ability(sees, 'sees', 'noSees'),
    ...ability(thinks, 'thinks', 'noThinks'),
    ...ability(tools, 'tools', 'noTools'),
  ]
}
