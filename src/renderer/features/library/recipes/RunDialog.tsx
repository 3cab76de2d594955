import { Textarea } from '@mantine/core'
import { useMemo, useState } from 'react'
import { estimateTokens } from '../../../../shared/passages/token-estimate.ts'
import { isPictureFile } from '../../../../shared/picture-kinds.ts'
import { pictureTokens } from '../../../../shared/picture-tokens.ts'
import type { Recipe } from '../../../../shared/recipe.ts'
import { recipeFilesMax, recipeTextMax } from '../../../../shared/recipe-limits.ts'
import { Button } from '../../../components/Button.tsx'
import { Dialog } from '../../../components/dialog/Dialog.tsx'
import { DialogFoot } from '../../../components/dialog/DialogFoot.tsx'
import dialog from '../../../components/dialog/dialog.module.css'
import { Form } from '../../../components/forms/Form.tsx'
import { useFilePick } from '../../../components/forms/use-file-pick.tsx'
import layout from '../../../components/layout.module.css'
import { useApp } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { lineText } from '../../../platform/line-text.ts'
import { useMoney } from '../../../platform/money-store.ts'
import { type Offered, useRecipes } from '../../../platform/recipes-store.ts'
import { GivenItem } from './GivenItem.tsx'
import { PictureNotes } from './PictureNotes.tsx'
import { PriceList } from './PriceList.tsx'
import classes from './Recipes.module.css'
import { type GivenInput, type RefusedInput, runRecipe } from './recipe-actions.ts'
import { isFor, isGone } from './recipe-draft.ts'
import { usePictureProblem } from './use-picture-problem.ts'
import { useStepPrices } from './use-step-prices.ts'

interface RunDialogProps {
  readonly recipe: Recipe
  /** Files that were dropped on the recipe. */
  readonly files: readonly File[]
  readonly offered: Offered | null
  readonly onClose: () => void
}

/** Shows each step with its price, and runs a recipe on files or a text. */
export function RunDialog({ recipe, files: dropped, offered, onClose }: RunDialogProps) {
  const { t } = useTranslation()
  const isForSound = recipe.steps[0]?.kind === 'transcribe'
  const fitting = offered !== null && dropped.length === 0 && isFor(recipe.steps, offered) ? offered : null
  const [files, setFiles] = useState(dropped)
  const [text, setText] = useState(fitting?.kind === 'text' ? fitting.text : '')
  const [item, setItem] = useState(fitting === null || fitting.kind === 'text' ? null : fitting)
  const [refused, setRefused] = useState<readonly RefusedInput[]>([])
  const connections = useApp((state) => state.connections.connections)
  const isOver = useMoney((state) => state.budget?.level === 'reached')
  const isTyping = !isForSound && files.length === 0 && item === null
  const typed = isTyping && text.trim() !== '' ? text.slice(0, recipeTextMax) : null
  const tokens = useMemo(() => inputTokens(typed, item), [typed, item])
  const prices = useStepPrices(recipe.steps, tokens)
  const withPicture = item?.kind === 'picture' || (!isForSound && files.some(isPictureFile))
  const problem = usePictureProblem(withPicture ? recipe.steps : null)
  const gone = recipe.steps.findIndex(({ connectionId }) => isGone(connectionId, connections))
  const tooMany = files.length > recipeFilesMax
  const isReady = gone === -1 && !tooMany && problem === null && (files.length > 0 || typed !== null || item !== null)
  const pick = useFilePick({
    multiple: true,
    ...(isForSound ? { accept: 'audio/*,video/*' } : {}),
    label: t(isForSound ? 'recipes.chooseRecordings' : 'recipes.chooseTexts'),
    onFiles: (chosen) => {
      setRefused([])
      setFiles([...files, ...chosen])
    },
  })
  const start = async (): Promise<void> => {
    const named = fitting?.kind === 'text' && text === fitting.text ? fitting.name : lineText(text, 40)
    const outcome = await runRecipe(recipe, files, typed === null ? item : { kind: 'text', name: named, text: typed })
    if (outcome === undefined) return
    if (outcome.length === 0) {
      if (typed !== null || item !== null) useRecipes.setState({ offered: null })
      onClose()
      return
    }
    setRefused(outcome)
    setFiles([])
  }
  return (
    <Dialog title={t('recipes.runTitle', { name: recipe.name })} onClose={onClose} size="large">
      <Form className={layout.stack} isReady={isReady} onSend={() => void start()}>
        {pick.input}
        {item === null ? null : <GivenItem item={item} onRemove={() => setItem(null)} />}
        {isTyping ? (
          <Textarea
            label={t('recipes.text')}
            rows={5}
            maxLength={recipeTextMax}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        ) : null}
        {files.length === 0 ? null : (
          <ul className={classes.steps} aria-label={t('recipes.files')}>
            {files.map((file, at) => (
              // two files of one name may be dropped together
              // biome-ignore lint/suspicious/noArrayIndexKey: files have no id
              <li key={at} className={classes.row}>
                <span className={classes.about}>{lineText(file.name)}</span>
                <Button
                  size="small"
                  aria-label={t('recipes.leaveOutOf', { name: lineText(file.name) })}
                  onClick={() => setFiles(files.filter((other) => other !== file))}
                >
                  {t('recipes.leaveOut')}
                </Button>
              </li>
            ))}
          </ul>
        )}
        {item === null ? (
          <div>
            <Button data-autofocus={isForSound ? true : undefined} onClick={pick.choose}>
              {t(isForSound ? 'recipes.chooseRecordings' : 'recipes.chooseTexts')}
            </Button>
          </div>
        ) : null}
        <PriceList steps={recipe.steps} prices={prices} />
        {files.length > 1 ? <p className={dialog.text}>{t('recipes.each', { count: files.length })}</p> : null}
        {prices.slice(1).includes(null) ? <p className={dialog.text}>{t('recipes.unknownWait')}</p> : null}
        {isOver ? <p className={dialog.text}>{t('recipes.overBudget')}</p> : null}
        {gone === -1 ? null : (
          <p className={classes.refused} role="alert">
            {t('recipes.gone', { number: gone + 1 })}
          </p>
        )}
        {withPicture ? <PictureNotes steps={recipe.steps} problem={problem} /> : null}
        {tooMany ? (
          <p className={classes.refused} role="alert">
            {t('recipes.tooMany', { max: recipeFilesMax })}
          </p>
        ) : null}
        {refused.map(({ name, why }) => (
          <p key={name} className={classes.refused} role="alert">
            {t('recipes.refused', { name: lineText(name), why })}
          </p>
        ))}
        <DialogFoot
          onCancel={onClose}
          submit={files.length > 1 ? t('recipes.startMany', { count: files.length }) : t('recipes.start')}
          disabled={!isReady}
        />
      </Form>
    </Dialog>
  )
}

/** Returns the tokens of a text or picture; null for another input. */
function inputTokens(typed: string | null, item: GivenInput | null): number | null {
  if (typed !== null) return estimateTokens(typed).tokens
  return item?.kind === 'picture' ? pictureTokens(item.media) : null
}
