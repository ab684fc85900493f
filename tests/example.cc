// example.cc: what example.c does, in C++: handles that free themselves, and callbacks with an object behind them.
// c++ -std=c++11 example.cc $(pkg-config --cflags --libs libmonread)
#include <fcntl.h>
#include <monread.h>

#include <iostream>
#include <memory>
#include <new>
#include <string>

struct Free {
	void operator()(monread *m) const { monread_close(m); }
	void operator()(monread_layouts *l) const { monread_layouts_free(l); }
	void operator()(monread_system *s) const { monread_system_free(s); }
	void operator()(monread_decoder *d) const { monread_decoder_free(d); }
	void operator()(monread_codepage *cp) const { monread_codepage_free(cp); }
};

// A handle of the library; a null pointer is one for which there was no memory.
template <class T> std::unique_ptr<T, Free> own(T *handle)
{
	if (!handle)
		throw std::bad_alloc();
	return std::unique_ptr<T, Free>(handle);
}

// The text of one field, out of one record after the other.
class Text {
public:
	Text(const monread_layouts *layouts, const char *field) :
		fields{ field, nullptr },
		decoder(own(monread_decoder_new(layouts, 0, fields))),
		ebcdic(own(monread_codepage_open("IBM-1047")))
	{
		emit.size = sizeof emit;
		emit.field = [](void *self, const monread_value *v) { return static_cast<Text *>(self)->add(v); };
	}

	const std::string &of(const monread_ev *ev, const monread_layout *layout, unsigned release)
	{
		text.clear();
		if (monread_decode(decoder.get(), layout, release, ev->bytes, ev->length, &emit, this) < 0)
			throw std::bad_alloc();
		return text;
	}

private:
	int add(const monread_value *v)
	{
		for (uint32_t i = 0; i < v->length; i++) {
			std::size_t length;
			const char *character = monread_codepage_utf8(ebcdic.get(), v->bytes[i], &length);

			text.append(character, length);
		}
		return 0;
	}

	const char *fields[2];
	std::unique_ptr<monread_decoder, Free> decoder;
	std::unique_ptr<monread_codepage, Free> ebcdic;
	monread_emit emit{};
	std::string text;
};

static int show(int fd)
{
	auto layouts = own(monread_layouts_new());
	auto system = own(monread_system_new(layouts.get()));
	auto reader = own(monread_open(fd));
	Text user(layouts.get(), "USEACT_VMDUSER");

	while (const monread_ev *ev = monread_next(reader.get())) {
		if (ev->kind == MONREAD_BAD || ev->kind == MONREAD_GAP) {
			std::cerr << "offset " << ev->offset << ": " << ev->text << '\n';
		} else if (ev->kind == MONREAD_RECORD) {
			auto layout = monread_system_layout(system.get(), ev->domain, ev->record, ev->bytes, ev->length);

			std::cout << 'D' << ev->domain << 'R' << ev->record << ' '
			          << user.of(ev, layout, monread_system_release(system.get())) << '\n';
		}
	}
	return monread_code(reader.get()) == MONREAD_EOF ? 0 : 1;
}

int main(int argc, char **argv)
{
	int fd = argc > 1 ? open(argv[1], O_RDONLY) : 0;

	try {
		return fd < 0 ? 2 : show(fd);
	} catch (const std::exception &e) {
		std::cerr << e.what() << '\n';
		return 2;
	}
}
