// example.cc: what example.c does, in C++: handles that free themselves, and a callback with an object behind it.
// c++ -std=c++11 example.cc $(pkg-config --cflags --libs libmonread)
#include <fcntl.h>
#include <monread.h>

#include <cerrno>
#include <iostream>
#include <memory>
#include <string>

struct Free {
	void operator()(monread *m) const { monread_close(m); }
	void operator()(monread_layouts *l) const { monread_layouts_free(l); }
	void operator()(monread_decoder *d) const { monread_decoder_free(d); }
};

template <class T> using Handle = std::unique_ptr<T, Free>;

// The text of one field, out of a record.
class Text {
public:
	Text(const char *field, const char *codepage) : wanted(field)
	{
		if (monread_codepage_load(&ebcdic, codepage))
			throw std::runtime_error("no such code page");
		emit.field = [](void *arg, const monread_value *v) { return static_cast<Text *>(arg)->add(v); };
	}

	std::string of(monread_decoder *decoder, const monread_layout *layout, const monread_ev &ev)
	{
		text.clear();
		if (layout)
			monread_decode(decoder, layout, ev.bytes, ev.length, &emit, this);
		return text;
	}

private:
	int add(const monread_value *v)
	{
		if (wanted == v->field->name)
			for (uint32_t i = 0; i < v->length; i++)
				text.append(ebcdic.ch[v->bytes[i]].utf8, ebcdic.ch[v->bytes[i]].length);
		return 0;
	}

	const std::string wanted;
	std::string text;
	monread_codepage ebcdic;
	monread_emit emit = {};
};
