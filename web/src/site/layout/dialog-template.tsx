import { Button } from '../components/button.tsx'
import classes from './dialog-template.module.css'

/**
 * The markup of every dialog. client/dialog.ts clones it, fills in the texts and removes what it does not need, so
 * the scripts know no class names.
 */
export function DialogTemplate() {
  return (
    <template id="dialog-template">
      <dialog className={classes.dialog}>
        {/* biome-ignore lint/a11y/useHeadingContent: the script fills it in. */}
        <h2 className={classes.title} data-slot="title" />
        <p className={classes.text} data-slot="text" />
        <div className={classes.content} data-slot="content" />
        <div className={classes.actions}>
          <Button look="soft" data-slot="cancel" />
          <Button look="primary" data-slot="confirm" />
        </div>
      </dialog>
    </template>
  )
}
