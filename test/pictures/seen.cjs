/**
 * The texts that a part of a page shows to the eye. It runs in the page; nothing in here has a name, because tsx gives
 * functions with a name a helper that a page does not know.
 */
module.exports = ({ x, y, width, height }) => {
	const candidates = [...document.querySelectorAll('input, textarea')]
		.filter(({ type }) => type !== 'password')
		.map((element) => ({ text: element.value, element, boxes: [element.getBoundingClientRect()] }));
	const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
		if (node.parentElement === null || node.textContent.trim() === '') continue;
		const range = document.createRange();
		range.selectNode(node);
		candidates.push({
			text: node.textContent,
			element: node.parentElement,
			boxes: [...range.getClientRects()],
		});
	}
	return candidates
		.filter(({ element }) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
		.filter(({ element, boxes }) =>
			boxes
				.flatMap((box) =>
					[0.02, 0.5, 0.98].map((share) => [box.x + box.width * share, box.y + box.height / 2]),
				)
				.some(([left, top]) => {
					if (left < x || left > x + width || top < y || top > y + height) return false;
					const there = document.elementFromPoint(left, top);
					// What is behind something else, or scrolled out of its frame, is not seen.
					if (there === null || !(element.contains(there) || there.contains(element))) return false;
					for (let frame = element.parentElement; frame !== null; frame = frame.parentElement) {
						const cut = frame.getBoundingClientRect();
						const outside = left < cut.left || left > cut.right || top < cut.top || top > cut.bottom;
						if (outside && getComputedStyle(frame).overflow !== 'visible') return false;
					}
					return true;
				}),
		)
		.map(({ text }) => text);
};
