import '@fontsource-variable/figtree/wght.css';
import 'virtual:theme-variables.css';
import '@kinbridge/public/styles/form.css';
import type { DisplayedForm } from '@kinbridge/contract/forms/forms.contract';
import { PublicForm } from './public-form.ts';

const source = document.getElementById('survey');
if (!(source instanceof HTMLTemplateElement)) throw new Error('The page holds no form');
const form = JSON.parse(source.content.textContent ?? '') as DisplayedForm;
new PublicForm(form).start();
