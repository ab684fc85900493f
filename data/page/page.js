// The script of a page of charts: values under the pointer, sortable tables, a filter for instances. It reads only what the
// page shows without it, and loads nothing.
'use strict';
(() => {
const all = (e, selector) => [...e.querySelectorAll(selector)];
const make = (name, parent, text) => {
	const e = document.createElement(name);
	e.textContent = text || '';
	parent.append(e);
	return e;
};
document.body.classList.add('js');

// The value of a cell: a number if it is one, without its suffix or the end of its range.
const scale = { k: 1e3, M: 1e6, G: 1e9, T: 1e12, P: 1e15, E: 1e18 };
const value = text => {
	const m = /^(-?[\d.]+)([kMGTPE]?)(\u2013|$)/.exec(text);
	return m ? m[1] * (scale[m[2]] || 1) : text;
};

// The seconds of the label of a row, which has a date if the chart covers more than a day.
const moment = (text, start) => {
	const m = /^(.* )?(\d\d):(\d\d)(:\d\d)?$/.exec(text);
	if (!m)
		return NaN;
	const day = m[1] ? Date.parse(m[1] + 'UTC') / 1e3 : start - start % 86400;
	const t = day + m[2] * 3600 + m[3] * 60 + (m[4] ? +m[4].slice(1) : 0);
	return !m[1] && t < start - 59 ? t + 86400 : t;
};

// The rows of the table of values of a figure, with their seconds.
const rowsOf = (figure, start) => {
	const table = all(figure, 'details table').pop();
	if (!table)
		return [];
	const heads = all(table, 'thead th').map(e => e.textContent);
	return all(table, 'tbody tr').map(tr => {
		const [label, ...cells] = [...tr.cells].map(e => e.textContent.trim());
		const values = tr.className === 'n' ? [cells[0]] : cells.map((c, i) => heads[i + 1] + '  ' + (c || '-'));
		return { t: moment(label, start), text: [label, ...values].join('\n') };
	}).filter(row => !isNaN(row.t)).sort((a, b) => a.t - b.t);
};

const point = (figure, svg) => {
	const [from, to, left, right] = svg.dataset.t.split(' ').map(Number);
	const rows = rowsOf(figure, from);
	const box = make('div', figure);
	const line = document.createElementNS(svg.namespaceURI, 'path');
	box.className = 'v';
	line.setAttribute('class', 'at');
	svg.append(line);
	const hide = () => {
		box.hidden = true;
		line.removeAttribute('d');
	};
	const show = e => {
		const b = svg.getBoundingClientRect();
		const x = (e.clientX - b.left) / b.width * svg.viewBox.baseVal.width;
		const t = from + (x - left) / (right - left) * (to - from);
		const row = rows.filter(r => r.t <= t).pop();
		if (x < left || x > right || !row) {
			hide();
			return;
		}
		const outer = figure.getBoundingClientRect();
		line.setAttribute('d', 'M' + x + ' 26V' + (svg.viewBox.baseVal.height - 42));
		box.textContent = row.text;
		box.hidden = false;
		const beside = e.clientX - outer.left + 14;
		box.style.left = Math.max(0, beside + box.offsetWidth > outer.width ? beside - box.offsetWidth - 28 : beside) + 'px';
		box.style.top = Math.max(0, e.clientY - outer.top - box.offsetHeight / 2) + 'px';
	};
	svg.addEventListener('pointermove', show);
	svg.addEventListener('pointerleave', hide);
	hide();
	return show;
};

// Prepare a chart when the pointer enters it, because a page can have a hundred.
for (const figure of all(document, 'figure'))
	for (const svg of all(figure, 'svg.c'))
		svg.addEventListener('pointerenter', e => point(figure, svg)(e), { once: true });

const compare = (a, b) => {
	if (a === '' || b === '')
		return (a === '') - (b === '');
	return typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b), undefined, { numeric: true });
};

// Sort by the column of HEAD: numbers first from the highest, texts from A; again for the other direction.
const sort = head => {
	const table = head.closest('table'), body = table.tBodies[0], at = head.cellIndex;
	const rows = [...body.rows].filter(r => r.className !== 'n').map(r => [value(r.cells[at] ? r.cells[at].textContent.trim() : ''), r]);
	const numbers = rows.some(r => typeof r[0] === 'number');
	const before = head.getAttribute('aria-sort');
	const down = before ? before === 'ascending' : numbers;
	for (const th of all(table, 'thead th'))
		th.removeAttribute('aria-sort');
	head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
	rows.sort((a, b) => a[0] === '' || b[0] === '' ? compare(a[0], b[0]) : down ? compare(b[0], a[0]) : compare(a[0], b[0]));
	body.append(...rows.map(r => r[1]));
};
for (const head of all(document, 'thead th')) {
	head.tabIndex = 0;
	head.addEventListener('click', () => sort(head));
	head.addEventListener('keydown', e => {
		if (e.key === 'Enter')
			sort(head);
	});
}

// Show only the instances whose names contain the text: in tables, and not dimmed in charts. A chart or table without such
// an instance stays as it is.
const filter = (section, text) => {
	const mark = (items, name, className) => {
		const wanted = items.map(e => name(e).toLowerCase().includes(text.toLowerCase()));
		const isUsed = text !== '' && wanted.includes(true);
		items.forEach((e, i) => e.classList.toggle(className, isUsed && !wanted[i]));
	};
	for (const body of all(section, 'article tbody, .t2 tbody'))
		mark([...body.rows].filter(tr => tr.className !== 'n'), tr => tr.textContent, 'out');
	for (const svg of all(section, 'svg.c'))
		mark(all(svg, 'g > title').map(e => e.parentNode), g => g.querySelector('title').textContent, 'dim');
};
for (const nav of all(document, 'section > nav')) {
	const label = make('label', nav, 'Filter: '), input = make('input', label);
	input.type = 'search';
	input.placeholder = 'user, device, CPU';
	input.addEventListener('input', () => filter(nav.parentNode, input.value.trim()));
}
})();
